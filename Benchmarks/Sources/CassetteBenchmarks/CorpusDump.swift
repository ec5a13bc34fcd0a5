import Foundation

/// Writes the corpus for programs in other languages to serve: a line of JSON for each answer.
enum CorpusDump {
  private struct Answer: Encodable {
    let target: String
    let headers: [[String]]
    let body: Data
  }

  /// Writes so many answers of the mixed corpus, with the arguments after `corpus`: number and file.
  static func run(_ arguments: [String]) throws {
    guard arguments.count == 2, let count = Int(arguments[0]) else {
      throw WrongResult("usage: corpus NUMBER FILE")
    }
    let corpus = Corpus(kind: .mixed)
    let encoder = JSONEncoder()
    var text = Data()
    for number in 0..<count {
      let interaction = corpus.interaction(number)
      guard let response = interaction.outcome.response, let body = response.body.data else {
        throw WrongResult("the corpus has an entry without an answer")
      }
      let parts = interaction.request.url.components(separatedBy: "tracker.test")
      text += try encoder.encode(
        Answer(
          target: parts[1], headers: response.headerFields.map { [$0.name, $0.value] }, body: body))
      text.append(0x0A)
    }
    try text.write(to: URL(fileURLWithPath: arguments[1]))
  }
}
