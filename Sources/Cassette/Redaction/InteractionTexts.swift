import Foundation

/// The texts of an interaction in which a secret may stand, one after the other in a fixed order.
enum InteractionTexts {
  /// One text, and how the contract of places names it.
  struct Site {
    enum Kind {
      case url
      case headerName
      case headerField(name: String)
      case body(contentType: String?)
      case part(name: String, contentType: String?)
      case partName
      case fileName(part: String)
      /// A text that is no part of a message: its place is the side itself.
      case other
    }

    /// `request`, `built`, `response`, `attempts[N].request`, `attempts[N].response`, or for other
    /// texts the whole place, such as `error.text`.
    let side: String
    let kind: Kind

    /// Whether it is a part of a request, which a live one may be compared with.
    var isOfRequest: Bool { side.hasSuffix("request") || side == "built" }
  }

  /// Looks at a text, and returns the bytes to put in its place; nil to leave it. The bytes that it is
  /// given are only there while it runs: most texts are left, so that no copy is made of them.
  typealias Edit = (Site, UnsafeBufferPointer<UInt8>) -> [UInt8]?

  /// Offers each text to an editor, and puts what it returns in the text's place.
  ///
  /// Where a body's size changes, a `Content-Length` that was equal to it follows.
  ///
  /// - Parameters:
  ///   - interaction: What is edited.
  ///   - edit: Returns the new bytes.
  static func rewrite(
    _ interaction: inout Cassette.Interaction, _ edit: Edit
  ) {
    rewrite(&interaction.request, "request", edit)
    if var built = interaction.built {
      rewrite(&built, "built", edit)
      interaction.built = built
    }
    rewrite(&interaction.outcome, prefix: "", edit)
    for index in interaction.attempts.indices {
      let prefix = "attempts[\(index)]."
      rewrite(&interaction.attempts[index].request, prefix + "request", edit)
      rewrite(&interaction.attempts[index].outcome, prefix: prefix, edit)
    }
    if var target = interaction.target {
      rewrite(&target.type, Site(side: "target", kind: .other), edit)
      if var name = target.name {
        rewrite(&name, Site(side: "target", kind: .other), edit)
        target.name = name
      }
      interaction.target = target
    }
    let carriesValues = interaction.request.method.utf8.elementsEqual(
      Cassette.RecordedValues.carrierMethod.utf8)
    for index in interaction.notes.indices {
      let side = carriesValues ? "value" : "note"
      rewrite(&interaction.notes[index], Site(side: side, kind: .other), edit)
    }
    for index in interaction.tags.indices {
      rewrite(&interaction.tags[index], Site(side: "tag", kind: .other), edit)
    }
  }

  /// The same for a request alone.
  static func rewrite(
    _ request: inout Cassette.Request, _ side: String, _ edit: Edit
  ) {
    rewrite(&request.url, Site(side: side, kind: .url), edit)
    rewrite(&request.headerFields, side, edit)
    rewrite(&request.body, &request.headerFields, side, edit)
  }

  private static func rewrite(
    _ outcome: inout Cassette.Outcome, prefix: String, _ edit: Edit
  ) {
    switch outcome {
    case .response(var response):
      rewrite(&response, prefix + "response", edit)
      outcome = .response(response)
    case .failure(var failure, var response):
      rewrite(&failure.text, Site(side: prefix + "error.text", kind: .other), edit)
      rewrite(&failure.domain, Site(side: prefix + "error.domain", kind: .other), edit)
      if var partial = response {
        rewrite(&partial, prefix + "response", edit)
        response = partial
      }
      outcome = .failure(failure, response)
    }
  }

  private static func rewrite(
    _ response: inout Cassette.Response, _ side: String, _ edit: Edit
  ) {
    if var url = response.finalURL {
      rewrite(&url, Site(side: side, kind: .url), edit)
      response.finalURL = url
    }
    rewrite(&response.statusText, Site(side: side + ".statusText", kind: .other), edit)
    rewrite(&response.headerFields, side, edit)
    rewrite(&response.body, &response.headerFields, side, edit)
  }

  private static func rewrite(
    _ fields: inout Cassette.HeaderFields, _ side: String, _ edit: Edit
  ) {
    for index in fields.indices {
      var field = fields[index]
      rewrite(&field.name, Site(side: side, kind: .headerName), edit)
      rewrite(&field.value, Site(side: side, kind: .headerField(name: field.name)), edit)
      if field != fields[index] { fields[index] = field }
    }
  }

  private static func rewrite(
    _ body: inout Cassette.Body, _ fields: inout Cassette.HeaderFields, _ side: String,
    _ edit: Edit
  ) {
    switch body {
    case .empty, .sideFile, .digest:
      break
    case .bytes(let data):
      let site = Site(side: side, kind: .body(contentType: fields.first(named: "content-type")))
      guard let edited = rewritten(data, site, edit) else { return }
      body = Cassette.Body(Data(edited))
      fields.updateContentLength(from: data.count, to: edited.count)
    case .multipart(var parts):
      for index in parts.indices { rewrite(&parts[index], side, edit) }
      body = .multipart(parts)
    }
  }

  private static func rewrite(
    _ part: inout Cassette.Body.Part, _ side: String, _ edit: Edit
  ) {
    rewrite(&part.name, Site(side: side, kind: .partName), edit)
    if var fileName = part.fileName {
      rewrite(&fileName, Site(side: side, kind: .fileName(part: part.name)), edit)
      part.fileName = fileName
    }
    let site = Site(side: side, kind: .part(name: part.name, contentType: part.contentType))
    if !part.value.isEmpty, let edited = rewritten(part.value, site, edit) {
      part.value = Data(edited)
    }
  }

  private static func rewritten(_ data: Data, _ site: Site, _ edit: Edit) -> [UInt8]? {
    data.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) in
      bytes.withMemoryRebound(to: UInt8.self) { edit(site, $0) }
    }
  }

  private static func rewrite(
    _ text: inout String, _ site: Site, _ edit: Edit
  ) {
    guard !text.utf8.isEmpty else { return }
    if let edited = text.withUTF8({ edit(site, $0) }) {
      text = String(decoding: edited, as: UTF8.self)
    }
  }
}

extension Cassette.HeaderFields {
  /// Lets a `Content-Length` that is equal to a body's old size in bytes follow to its new one.
  mutating func updateContentLength(from oldCount: Int, to newCount: Int) {
    for index in indices
    where SecretNames.folded(Array(self[index].name.utf8)[...]).elementsEqual("contentlength".utf8)
      && Int(self[index].value) == oldCount
    {
      self[index].value = String(newCount)
    }
  }
}
