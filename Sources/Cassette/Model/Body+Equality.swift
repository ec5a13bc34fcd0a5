// Texts are equal where their bytes are: Swift's own `==` takes some that differ for the same. The hashes
// that the compiler makes fit, for texts of the same bytes have the same.

extension Cassette.Body {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.empty, .empty): true
    case (.bytes(let left), .bytes(let right)): left == right
    case (.multipart(let left), .multipart(let right)): left == right
    case (.sideFile(let left), .sideFile(let right)): left == right
    case (.digest(let leftCount, let left), .digest(let rightCount, let right)):
      leftCount == rightCount && ExactText.isSame(left, right)
    case (.empty, _), (.bytes, _), (.multipart, _), (.sideFile, _), (.digest, _): false
    }
  }
}

extension Cassette.Body.Digest {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.byteCount == right.byteCount
      && ExactText.isSame(left.sha256, right.sha256)
  }
}

extension Cassette.Body.Part {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    ExactText.isSame(left.name, right.name)
      && ExactText.isSame(left.fileName, right.fileName)
      && ExactText.isSame(left.contentType, right.contentType)
      && left.value == right.value
      && left.digest == right.digest
  }
}

extension Cassette.Body.SideFile {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    ExactText.isSame(left.path, right.path)
      && left.byteCount == right.byteCount
      && ExactText.isSame(left.sha256, right.sha256)
  }
}
