/// Contents that the httpbin-like server hands out, made in code.
enum HTTPBinSamples {
  static let teapot = """

          ( (
           ) )
        .......
     ___|     |]_
    (___       _ >
        `-----'
         teapot

    """

  static let unicode = """
    <h1>Unicode Demo</h1>
    <pre>
    Sums: ∀x ∈ ℝ: ⌈x⌉ = −⌊−x⌋, α ∧ ¬β = ¬(¬α ∨ β), 2H₂ + O₂ ⇌ 2H₂O
    Quotes: ‘single’ “double” „German‟ «French» – — …
    Greek: Ξεσκεπάζω την ψυχοφθόρα βδελυγμία
    Russian: Съешь же ещё этих мягких французских булок
    Thai: เป็นมนุษย์สุดประเสริฐ
    Amharic: ሰማይ አይታረስ ንጉሥ አይከሰስ
    Runes: ᚻᛖ ᚳᚹᚫᚦ
    Emoji: 🦊 👩‍👩‍👧 🇯🇵, combining e\u{301} beside \u{e9}
    </pre>

    """

  /// A picture of 16 by 16 points, red growing to the right and green downwards.
  static let png: [UInt8] = {
    let side = 16
    var rows: [UInt8] = []
    for row in 0..<side {
      rows.append(0)  // This row is not filtered.
      for column in 0..<side { rows += [UInt8(column * 16), UInt8(row * 16), 128] }
    }
    let header = bigEndian(UInt32(side)) + bigEndian(UInt32(side)) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      + chunk("IHDR", header) + chunk("IDAT", Zlib.deflate(rows, as: .zlib)) + chunk("IEND", [])
  }()

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let typed = Array(type.utf8) + content
    return bigEndian(UInt32(content.count)) + typed + bigEndian(Zlib.crc32(typed))
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian, Array.init)
  }
}
