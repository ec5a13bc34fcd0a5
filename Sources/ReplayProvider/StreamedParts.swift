import Foundation
import MoyaCore

/// The parts of an upload that come from streams, which can be read only once.
enum StreamedParts {
  /// The task with each streamed part read into memory; its bytes on the wire stay the same.
  static func read(_ task: Task) -> Task {
    switch task {
    case .uploadMultipart(let parts) where parts.contains(where: \.isStreamed):
      return .uploadMultipart(parts.map(read))
    case .uploadCompositeMultipart(let parts, let parameters)
    where parts.contains(where: \.isStreamed):
      return .uploadCompositeMultipart(parts.map(read), urlParameters: parameters)
    default:
      return task
    }
  }

  private static func read(_ part: MultipartFormData) -> MultipartFormData {
    guard case .stream(let stream, let length) = part.provider else { return part }
    stream.open()
    defer { stream.close() }
    var data = Data()
    let size = 1 << 16
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    defer { buffer.deallocate() }
    while data.count < length {
      let count = stream.read(
        buffer, maxLength: Int(min(UInt64(size), length - UInt64(data.count))))
      guard count > 0 else { break }
      data.append(buffer, count: count)
    }
    // A streamed part without names is sent with empty ones.
    return MultipartFormData(
      provider: .data(data), name: part.name, fileName: part.fileName ?? "",
      mimeType: part.mimeType ?? "")
  }
}

extension MultipartFormData {
  fileprivate var isStreamed: Bool {
    if case .stream = provider { true } else { false }
  }
}
