import Cassette

extension CassetteError {
  /// Why a file could not be read, for a note in a cassette: without the path, which would say to whoever
  /// has the cassette how the machine that recorded it is laid out.
  var reasonForNote: String {
    switch self {
    case .missing: "it was gone"
    case .changed: "it was not the one that was sent any more"
    case .notAFile(_, let kind): "it was a \(kind)"
    case .tooLarge: "it was too large"
    case .system(_, _, let code): "errno \(code)"
    default: "it was not as it should be"
    }
  }
}
