import MoyaCore

/// The status codes that a validation takes for a success.
enum AcceptedCodes: Hashable {
  /// Nothing is validated.
  case all
  case some(Set<Int>)

  init(_ validation: ValidationType) {
    switch validation {
    case .none: self = .all
    case .successCodes: self = .some(Set(200..<300))
    case .successAndRedirectCodes: self = .some(Set(200..<400))
    // Moya validates only where there are codes.
    case .customCodes(let codes): self = codes.isEmpty ? .all : .some(Set(codes))
    }
  }

  func contains(_ code: Int) -> Bool {
    switch self {
    case .all: true
    case .some(let codes): codes.contains(code)
    }
  }

  /// Runs of codes, `200-299` and `304`, or what stands for all of them.
  var texts: [String] {
    switch self {
    case .all: ["every code (nothing is validated)"]
    case .some(let codes): Self.runs(codes)
    }
  }

  /// The codes as runs, in order.
  static func runs(_ codes: Set<Int>) -> [String] {
    var runs: [(first: Int, last: Int)] = []
    for code in codes.sorted() {
      if let last = runs.last, last.last < .max, last.last + 1 == code {
        runs[runs.count - 1].last = code
      } else {
        runs.append((code, code))
      }
    }
    return runs.map { $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)" }
  }
}
