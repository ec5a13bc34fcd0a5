public import Foundation

/// Parts of reading and writing a cassette's file, each by itself, for the package's own benchmarks.
@_spi(Benchmarks)
public enum BenchmarkFile {
  /// Reads a cassette's index, and searches it for a request: what opening and answering have to do that
  /// grows with the number of entries.
  ///
  /// - Returns: How many entries may answer the request; nil where the file has no index.
  /// - Throws: `CassetteError` where the file cannot be read.
  /// - Complexity: O(*n*) in the number of entries.
  public static func search(
    _ url: URL, for request: Cassette.Request
  ) throws(CassetteError) -> Int? {
    let file = try FileDescriptor.reading(url.path)
    let byteCount = Int(try file.status().st_size)
    guard case .table(let table) = try CassetteIndex.read(file, fileByteCount: byteCount) else {
      return nil
    }
    let lookUp = CassetteLookUp(table)
    return lookUp.fulls.entries(equalTo: MatchKey(request).full).count + lookUp.fulls.zeros.count
  }

  /// The size of a cassette's index in its file, in bytes.
  ///
  /// - Throws: `CassetteError` where the file cannot be read.
  public static func indexByteCount(of url: URL) throws(CassetteError) -> Int {
    guard case .file(let file) = try Cassette(contentsOf: url).storage else { return 0 }
    return file.table.encoded().count
  }

  /// The JSON text of an entry of a cassette of ours.
  ///
  /// - Throws: `CassetteError` where it cannot be read.
  public static func text(
    ofEntryAt index: Int, in cassette: Cassette
  ) throws(CassetteError) -> Data {
    Data(try cassette.line(at: index)?.text ?? [])
  }
}
