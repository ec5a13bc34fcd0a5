import Foundation
import MoyaCore

extension HTTPBin: TargetType {
  public var baseURL: URL {
    switch self {
    case .userInfo(let user, let password):
      URL(string: "https://\(user.urlEscaped):\(password.urlEscaped)@httpbin.test")!
    case .fragment(let token):
      URL(string: "\(Self.origin)#access_token=\(token.urlEscaped)&token_type=bearer")!
    case .unreachable:
      URL(string: Self.unreachableOrigin)!
    default:
      URL(string: Self.origin)!
    }
  }

  public var path: String {
    switch self {
    case .get, .search, .filter, .keyed, .presigned, .probe, .methods, .fragment, .unreachable:
      "/get"
    case .signIn, .refresh, .exchange, .uploadAvatar, .upload: "/post"
    case .album: "/anything/album"
    case .raw: "/anything/raw"
    case .tagged: "/anything/tagged"
    case .remind: "/anything/reminder"
    case .replace: "/put"
    case .patch: "/patch"
    case .remove: "/delete"
    case .redirect(let times, let absolute):
      "/\(absolute ? "absolute" : "relative")-redirect/\(times)"
    case .redirectTo: "/redirect-to"
    case .gzip: "/gzip"
    case .deflate: "/deflate"
    case .picture, .savePicture: "/image/png"
    case .unicode: "/encoding/utf8"
    case .bytes(let count, _), .download(let count, _, _): "/bytes/\(count)"
    case .status(let code), .successful(let code): "/status/\(code)"
    case .missing: "/no-such-path"
    case .cookies: "/cookies"
    case .setCookie: "/cookies/set"
    case .bearer: "/bearer"
    case .basic(let user, let password): "/basic-auth/\(user)/\(password)"
    case .answer: "/response-headers"
    case .headers: "/headers"
    case .userInfo: "/anything/user-info"
    case .uuid: "/uuid"
    case .delay(let seconds): "/delay/\(seconds)"
    }
  }

  public var method: MoyaCore.Method {
    switch self {
    case .signIn, .refresh, .exchange, .uploadAvatar, .upload, .album, .raw, .tagged, .remind: .post
    case .replace: .put
    case .patch: .patch
    case .remove: .delete
    case .probe: .head
    case .methods: .options
    default: .get
    }
  }

  public var task: MoyaCore.Task {
    switch self {
    case .search(let ids, let words):
      query(["ids": ids, "words": words])
    case .filter(let ids):
      .requestParameters(
        parameters: ["ids": ids], encoding: URLEncoding(arrayEncoding: .noBrackets))
    case .keyed(let key):
      query(["api_key": key, "page": 2])
    case .presigned(let signature):
      query([
        "X-Amz-Algorithm": "AWS4-HMAC-SHA256", "X-Amz-Expires": 300, "X-Amz-Signature": signature,
      ])
    case .signIn(let login):
      .requestJSONEncodable(login)
    case .refresh(let token):
      .requestParameters(
        parameters: ["grant": ["refresh_token": token, "scopes": ["read", "write"]]],
        encoding: JSONEncoding.default)
    case .exchange(let secret):
      .requestParameters(
        parameters: ["grant_type": "client_credentials", "client_secret": secret],
        encoding: URLEncoding.httpBody)
    case .uploadAvatar(let picture, let notes, let token):
      .uploadMultipart([
        MultipartFormData(
          provider: .data(picture), name: "avatar", fileName: "avatar.bin",
          mimeType: "application/octet-stream"),
        MultipartFormData(provider: .file(notes), name: "notes"),
        MultipartFormData(provider: .data(Data(token.utf8)), name: "token"),
      ])
    case .album(let title, let cover, let notes):
      .uploadCompositeMultipart(
        [
          MultipartFormData(
            provider: .stream(InputStream(data: cover), UInt64(cover.count)), name: "cover",
            fileName: "cover.bin", mimeType: "application/octet-stream"),
          MultipartFormData(provider: .file(notes), name: "notes"),
        ], urlParameters: ["title": title])
    case .raw(let bytes):
      .requestData(bytes)
    case .tagged(let bytes, let tags):
      .requestCompositeData(bodyData: bytes, urlParameters: ["tags": tags])
    case .remind(let reminder):
      .requestCustomJSONEncodable(reminder, encoder: Self.encoder)
    case .savePicture(let file):
      .downloadDestination { _, _ in (file, [.removePreviousFile]) }
    case .replace(let note):
      .requestJSONEncodable(note)
    case .patch(let token):
      .requestCompositeParameters(
        bodyParameters: ["id_token": token], bodyEncoding: JSONEncoding.default,
        urlParameters: ["dry": true])
    case .remove(let id):
      query(["id": id])
    case .redirectTo(let url, let status):
      query(["url": url, "status_code": status])
    case .bytes(_, let seed):
      query(["seed": seed])
    case .download(_, let seed, let file):
      .downloadParameters(
        parameters: ["seed": seed], encoding: URLEncoding.default,
        destination: { _, _ in (file, [.removePreviousFile, .createIntermediateDirectories]) })
    case .upload(let file):
      .uploadFile(file)
    case .setCookie(let session):
      query(["session": session])
    case .answer(let fields):
      .requestParameters(
        parameters: Dictionary(grouping: fields, by: \.name).mapValues { $0.map(\.value) },
        encoding: URLEncoding(arrayEncoding: .noBrackets))
    default:
      .requestPlain
    }
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  private func query(_ parameters: [String: Any]) -> MoyaCore.Task {
    .requestParameters(parameters: parameters, encoding: URLEncoding.queryString)
  }

  public var validationType: ValidationType {
    switch self {
    case .successful: .successCodes
    default: .none
    }
  }

  public var headers: [String: String]? {
    switch self {
    case .cookies(let session):
      ["Cookie": "session=\(session); theme=dark"]
    case .basic(let user, let password):
      ["Authorization": "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"]
    case .upload, .raw, .tagged:
      ["Content-Type": "application/octet-stream"]
    case .headers(let fields):
      fields
    case .probe, .status:
      nil
    default:
      ["Accept": "*/*"]
    }
  }
}

extension HTTPBin: AccessTokenAuthorizable {
  public var authorizationType: AuthorizationType? {
    switch self {
    case .bearer: .bearer
    default: nil
    }
  }
}
