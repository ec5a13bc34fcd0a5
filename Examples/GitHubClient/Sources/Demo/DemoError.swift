/// Why the demonstration could not be given.
enum DemoError: Error, CustomStringConvertible {
  case usage(String)
  case secretMissing(String)
  case noPort
  case unexpected([String])
  case journalMissing(String)

  var description: String {
    switch self {
    case .usage(let problem):
      """
      \(problem)
      usage: Demo record --server URL --folder DIR --seen FILE --secrets FILE [--copy DIR] [--unsafe]
             Demo replay --folder DIR --seen FILE --secrets FILE [--same-secrets]
             Demo octocat --server URL --cassette FILE
      """
    case .secretMissing(let name): "the file of secrets has no \"\(name)\""
    case .noPort: "no port of 127.0.0.1 could be had"
    case .unexpected(let lines):
      "the server did not answer as it should:\n" + lines.joined(separator: "\n")
    case .journalMissing(let folder): "there is no journal (*.partial) in \(folder) while recording"
    }
  }
}
