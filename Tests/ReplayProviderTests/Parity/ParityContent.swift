import Foundation
import MoyaCore
import TestSupport

#if UpstreamMoya
import Alamofire
#endif

/// What a call sends, in each of the ways that Moya knows.
struct ParityContent: Sendable {
  /// The ways.
  enum Kind: String, CaseIterable, Sendable {
    case plain, data, emptyData, json, customJSON, unencodable
    case query, queryString, queryOfTheMethod, form, jsonParameters, prettyJSON, propertyList
    case compositeData, compositeForm, compositeJSON
    case file, missingFile
    case partOfData, partOfFile, partOfStream, partsOfAllKinds, noParts, compositeParts
    case partOfMissingFile
    case download, downloadParameters, downloadDeep, downloadOverOther, downloadOntoOther
  }

  let kind: Kind
  /// Gives the same bytes each time.
  let seed: UInt64

  /// Whether the answer goes into a file.
  var isDownload: Bool {
    switch kind {
    case .download, .downloadParameters, .downloadDeep, .downloadOverOther, .downloadOntoOther: true
    default: false
    }
  }

  /// Whether this is sent in parts, with a boundary that differs each time.
  var isMultipart: Bool {
    switch kind {
    case .partOfData, .partOfFile, .partOfStream, .partsOfAllKinds, .noParts, .compositeParts,
      .partOfMissingFile:
      true
    default: false
    }
  }

  /// Whether a part is a stream, which is only ever read by sending it.
  var isStreamed: Bool {
    kind == .partOfStream || kind == .partsOfAllKinds || kind == .compositeParts
  }

  /// Whether this is no content, so that any method may carry it.
  var isInURL: Bool {
    switch kind {
    case .plain, .query, .queryString: true
    default: isDownload
    }
  }

  /// Whether a call with that method gets as far as the server.
  func isBuilt(for method: Moya.Method) -> Bool {
    switch kind {
    case .unencodable, .missingFile, .noParts, .partOfMissingFile: false
    case .plain, .query, .queryString, .queryOfTheMethod: true
    default: isDownload || isMultipart == method.supportsMultipart || method == .delete
    }
  }

  /// The task; files that it sends are written, and those that stand in a download's way.
  ///
  /// - Throws: The file system's error.
  func task(place: ParityPlace) throws -> Moya.Task {
    var random = SplitMix64(seed: seed)
    switch kind {
    case .plain: return .requestPlain
    case .data: return .requestData(Data(random.content()))
    case .emptyData: return .requestData(Data())
    case .json: return .requestJSONEncodable(random.jsonValue())
    case .customJSON:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
      return .requestCustomJSONEncodable(random.jsonValue(), encoder: encoder)
    case .unencodable: return .requestJSONEncodable(["x": Double.nan])
    case .query, .queryString, .queryOfTheMethod, .form, .jsonParameters, .prettyJSON,
      .propertyList:
      return .requestParameters(parameters: random.parameters(), encoding: encoding(&random))
    case .compositeData:
      return .requestCompositeData(
        bodyData: Data(random.content()), urlParameters: random.parameters())
    case .compositeForm, .compositeJSON:
      return .requestCompositeParameters(
        bodyParameters: random.parameters(), bodyEncoding: encoding(&random),
        urlParameters: random.parameters())
    case .file: return try .uploadFile(file(random.content(), "body.bin", place))
    case .missingFile: return .uploadFile(place.sent.appendingPathComponent("none.bin"))
    case .partOfData, .partOfFile, .partOfStream, .partsOfAllKinds, .noParts, .partOfMissingFile:
      return try .uploadMultipart(parts(&random, place))
    case .compositeParts:
      return try .uploadCompositeMultipart(
        parts(&random, place), urlParameters: random.parameters())
    case .download, .downloadDeep, .downloadOverOther, .downloadOntoOther:
      return try .downloadDestination(destination(place))
    case .downloadParameters:
      return try .downloadParameters(
        parameters: random.parameters(), encoding: URLEncoding.queryString,
        destination: destination(place))
    }
  }

  /// The file that a download ends in.
  func downloaded(_ place: ParityPlace) -> URL {
    kind == .downloadDeep
      ? place.received.appendingPathComponent("a/b/received.bin")
      : place.received.appendingPathComponent("received.bin")
  }

  private func encoding(_ random: inout SplitMix64) -> any ParameterEncoding {
    switch kind {
    case .query: URLEncoding(destination: .queryString, arrayEncoding: .noBrackets)
    case .queryString: URLEncoding.queryString
    case .form, .compositeForm:
      URLEncoding(destination: .httpBody, arrayEncoding: .brackets, boolEncoding: .literal)
    case .jsonParameters, .compositeJSON: JSONEncoding.default
    case .prettyJSON: JSONEncoding.prettyPrinted
    case .propertyList:
      #if UpstreamMoya
      JSONEncoding.default
      #else
      PropertyListEncoding.xml
      #endif
    default: URLEncoding.default
    }
  }

  private func parts(_ random: inout SplitMix64, _ place: ParityPlace) throws
    -> [MultipartFormData]
  {
    let text = MultipartFormData(provider: .data(Data(random.word().utf8)), name: "text")
    let data = MultipartFormData(
      provider: .data(Data(random.content())), name: "data", fileName: random.word() + ".bin",
      mimeType: "application/octet-stream")
    let whole = MultipartFormData(
      provider: .file(try file(random.content(), "part.txt", place)), name: "file")
    let bytes = random.content()
    let stream = MultipartFormData(
      provider: .stream(InputStream(data: Data(bytes)), UInt64(bytes.count)), name: "stream",
      fileName: "s", mimeType: "text/plain")
    switch kind {
    case .partOfData: return [data]
    case .partOfFile: return [whole]
    case .partOfStream: return [stream]
    case .noParts: return []
    case .partOfMissingFile:
      let none = place.sent.appendingPathComponent("none.txt")
      return [text, MultipartFormData(provider: .file(none), name: "none")]
    default: return [text, data, whole, stream, text]
    }
  }

  private func file(_ bytes: [UInt8], _ name: String, _ place: ParityPlace) throws -> URL {
    let url = place.sent.appendingPathComponent(name)
    try Data(bytes).write(to: url)
    return url
  }

  private func destination(_ place: ParityPlace) throws -> DownloadDestination {
    let url = downloaded(place)
    if kind == .downloadOverOther || kind == .downloadOntoOther {
      try Data("other".utf8).write(to: url)
    }
    let options: DownloadRequest.Options =
      switch kind {
      case .downloadDeep: .createIntermediateDirectories
      case .downloadOverOther: .removePreviousFile
      default: []
      }
    return { _, _ in (url, options) }
  }
}
