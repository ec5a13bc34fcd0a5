import Foundation
import MoyaCore

/// Calls of httpbin, one for each way in which a client sends and receives something.
public enum HTTPBin {
  case get
  /// Query arrays, named `ids[]`.
  case search(ids: [Int], words: [String])
  /// Query arrays, named `ids`.
  case filter(ids: [Int])
  /// The query item `api_key`.
  case keyed(apiKey: String)
  /// The query of a presigned URL.
  case presigned(signature: String)
  /// A JSON body.
  case signIn(Login)
  /// A JSON body with an object in it.
  case refresh(token: String)
  /// A form.
  case exchange(clientSecret: String)
  /// A multipart form of bytes, a file and a plain field.
  case uploadAvatar(Data, notes: URL, token: String)
  /// A multipart form of a streamed picture and a file, and a query beside it.
  case album(title: String, cover: Data, notes: URL)
  /// Bytes as they are.
  case raw(Data)
  /// Bytes, and a query beside them.
  case tagged(Data, tags: [String])
  /// A JSON body in an encoder's own form.
  case remind(Reminder)
  case replace(Note)
  case patch(idToken: String)
  case remove(id: Int)
  case probe
  case redirect(times: Int, absolute: Bool)
  case redirectTo(String, status: Int)
  case gzip
  case deflate
  case picture
  /// The same, into a file.
  case savePicture(to: URL)
  /// What methods may be used.
  case methods
  case unicode
  case bytes(Int, seed: Int)
  /// The same, into a file.
  case download(Int, seed: Int, to: URL)
  case upload(URL)
  /// Any status is taken.
  case status(Int)
  /// Only statuses from 200 to 299 are taken.
  case successful(status: Int)
  /// There is nothing at that path.
  case missing
  case cookies(session: String)
  /// An answer that sets a cookie and redirects.
  case setCookie(session: String)
  case bearer
  case basic(user: String, password: String)
  /// An answer with these header fields.
  case answer([(name: String, value: String)])
  /// The request's header fields, sent back.
  case headers([String: String])
  /// Credentials in the URL.
  case userInfo(user: String, password: String)
  /// A token in the URL's fragment, as OAuth's implicit grant has it (RFC 6749 §4.2.2).
  case fragment(accessToken: String)
  /// Another answer each time.
  case uuid
  case delay(seconds: Int)
  /// A host on which nothing listens.
  case unreachable

  /// The origin of all calls but ``unreachable``.
  public static let origin = "https://httpbin.test"
  /// The origin of ``unreachable``.
  public static let unreachableOrigin = "https://unreachable.test"
}

/// Who signs in.
public struct Login: Codable, Sendable {
  /// The name of the account.
  public var user: String
  /// What nobody else knows.
  public var password: String

  /// Who signs in.
  public init(user: String, password: String) {
    self.user = user
    self.password = password
  }
}

/// Something not to be forgotten, and when.
public struct Reminder: Codable, Sendable {
  /// What it is.
  public var text: String
  /// When.
  public var date: Date

  /// Something not to be forgotten.
  public init(text: String, date: Date) {
    self.text = text
    self.date = date
  }
}

/// Something noted down.
public struct Note: Codable, Sendable {
  /// What it is called.
  public var title: String
  /// Whether it is done with.
  public var isDone: Bool

  /// Something noted down.
  public init(title: String, isDone: Bool) {
    self.title = title
    self.isDone = isDone
  }
}
