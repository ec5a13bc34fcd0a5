import Foundation

/// Whether a value was drawn by chance, as far as its bytes tell.
enum Randomness {
  /// The fewest bytes that can be called long.
  static let minimumCount = 16
  private static let maximumCount = 1024

  /// Whether the bytes are a long random value, and no UUID, number, date, digest by its own word, URL or
  /// path.
  static func isRandom(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard (minimumCount...maximumCount).contains(bytes.count), !isDigest(bytes), !isPath(bytes)
    else { return false }
    let text = withoutUUIDs(bytes)
    guard text.count >= minimumCount else { return false }
    let words = text.split { !TokenText.isAlphanumeric($0) }
    let random = words.filter(isRandomWord).reduce(0) { $0 + $1.count }
    if random >= minimumCount { return true }
    // A few of the bytes of base64 part it into short words.
    let joined = words.joined()
    return words.count - 1 <= max(3, text.count / 8) && joined.count >= minimumCount
      && words.count > 1 && isRandomWord(Array(joined)[...])
  }

  private static func isRandomWord(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count >= 8 else { return false }
    let digits = word.count { (0x30...0x39).contains($0) }
    guard digits < word.count else { return false }
    let hexadecimal = word.allSatisfy { $0.hexadecimalDigitValue != nil }
    if hexadecimal, word.count >= 16, digits >= 2 { return entropy(word) >= 2.8 }
    guard entropy(word) >= min(3.3, 0.8 * log2(Double(word.count))) else { return false }
    let changes = zip(word, word.dropFirst()).count { isChange($0, $1) }
    // A long word is told by its letters alone, with few digits as with none.
    let isTold = word.count >= 12 || digits > 0 && changes * 10 >= word.count
    return digits > 0 && changes >= 4 && changes * 5 >= word.count
      || isTold && hasNoSyllables(word)
  }

  /// Whether letters and digits, or small letters and a capital, follow each other.
  private static func isChange(_ first: UInt8, _ second: UInt8) -> Bool {
    let isDigit = (0x30...0x39).contains(first)
    return isDigit != (0x30...0x39).contains(second)
      || !isDigit && first & 0x20 != 0 && second & 0x20 == 0
  }

  /// Whether there are too few vowels for words of a language, or too many pairs of letters that these
  /// hardly have.
  private static func hasNoSyllables(_ word: ArraySlice<UInt8>) -> Bool {
    var (letters, vowels, run, longest) = (0, 0, 0, 0)
    for byte in word where !(0x30...0x39).contains(byte) {
      letters += 1
      if "aeiouy".utf8.contains(byte | 0x20) {
        vowels += 1
        run = 0
      } else {
        run += 1
        longest = max(longest, run)
      }
    }
    return longest >= 6 || vowels * 4 < letters || hasRarePairs(word)
  }

  private static func hasRarePairs(_ word: ArraySlice<UInt8>) -> Bool {
    var (pairs, rare) = (0, 0)
    for (first, second) in zip(word, word.dropFirst()) {
      let (first, next) = (first | 0x20, second | 0x20)
      guard (0x61...0x7A).contains(first), (0x61...0x7A).contains(next) else { continue }
      pairs += 1
      if followers[Int(first - 0x61)] & 1 << UInt32(next - 0x61) == 0 { rare += 1 }
    }
    return rare >= 2 && rare * 4 >= pairs
  }

  /// For each letter, a bit for each one that often follows it in English and in names of programs.
  private static let followers: [UInt32] = [
    "bcdefgiklmnprstuvwxyz", "abeijlorsuy", "acehiklorstuy", "adegilmorsuvwy",
    "abcdefghilmnopqrstuvwxy", "aefilorstuy", "aeghilnorsuy", "aeilmnorstuy",
    "abcdefgklmnoprstvxz", "aeiosu", "aeilnosy", "abcdefiklmoprstuvy", "abeimnopsuy",
    "acdefgiklnostuvy", "abcdefghiklmnoprstuvwxy", "aehiloprstuy", "u", "abcdegiklmnoprstuvy",
    "acehiklmnopqstuwy", "aehilmorstuwy", "abcdegilmnoprst", "aeiouy", "aehilnors", "aceiptuy",
    "acelmnoprst", "aeiozy",
  ].map { $0.utf8.reduce(0) { $0 | 1 << UInt32($1 - 0x61) } }

  /// Shannon's entropy of the bytes, in bits a byte.
  static func entropy(_ bytes: ArraySlice<UInt8>) -> Double {
    var counts = [Int](repeating: 0, count: 256)
    for byte in bytes { counts[Int(byte)] += 1 }
    let size = Double(bytes.count)
    return counts.reduce(0) { sum, count in
      guard count > 0 else { return sum }
      let share = Double(count) / size
      return sum - share * log2(share)
    }
  }

  private static let digestNames = [
    "sha1", "sha224", "sha256", "sha384", "sha512", "sha-1", "sha-256", "sha-384", "sha-512", "md5",
  ].map { Array($0.utf8) }

  /// `sha256:…` and `sha256-…`.
  private static func isDigest(_ bytes: ArraySlice<UInt8>) -> Bool {
    digestNames.contains { name in
      bytes.count > name.count && bytes.prefix(name.count).map(SecretNames.lowered) == name
        && !TokenText.isAlphanumeric(bytes[bytes.startIndex + name.count])
    }
  }

  /// A URL, or a path to a file with a name's ending.
  private static func isPath(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return false }
    // Base64 may begin with a slash, and have two in a row.
    return bytes[slash...].contains(UInt8(ascii: "."))
      || bytes.firstRange(of: Array("://".utf8)) != nil
  }

  private static func withoutUUIDs(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let text = Array(bytes)
    guard text.count >= 36, text.count(where: { $0 == UInt8(ascii: "-") }) >= 4 else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if index + 36 <= text.count, isUUID(text[index..<(index + 36)]) {
        result.append(UInt8(ascii: "-"))
        index += 36
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private static func isUUID(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.enumerated().allSatisfy { offset, byte in
      [8, 13, 18, 23].contains(offset)
        ? byte == UInt8(ascii: "-") : byte.hexadecimalDigitValue != nil
    }
  }
}
