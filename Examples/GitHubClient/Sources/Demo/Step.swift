import Foundation
import GitHubClient
import MoyaCore

/// One call of the demonstration.
struct Step<Target: TargetType> {
  /// What its caller is to see.
  enum Expectation {
    case status(Int)
    /// A failure with that status, since the target takes others only.
    case refusedStatus(Int)
    case error(code: Int)
  }

  let target: Target
  let expectation: Expectation
  /// Where the target's download goes.
  var file: URL?

  init(_ target: Target, _ expectation: Expectation = .status(200), file: URL? = nil) {
    self.target = target
    self.expectation = expectation
    self.file = file
  }

  /// The method and the path, without a query.
  var title: (method: String, path: String) {
    (target.method.rawValue, target.path)
  }
}

/// The files that the calls upload, and the place for those that they download.
struct WorkFolder {
  let url: URL
  var upload: URL { url.appendingPathComponent("upload.bin") }
  var notes: URL { url.appendingPathComponent("notes.txt") }
  var download: URL { url.appendingPathComponent("downloads/bytes.bin") }

  /// Bytes that are no text.
  static let picture = Data((0..<600).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("Demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data((0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* $0) }).write(to: upload)
    try Data("Zwölf Boxkämpfer\nline 2\r\n".utf8).write(to: notes)
  }

  func remove() throws {
    try FileManager.default.removeItem(at: url)
  }
}

extension Step where Target == HTTPBin {
  /// Every way of sending and receiving that httpbin answers.
  static func all(_ secrets: Secrets, files: WorkFolder) -> [Step] {
    [
      Step(.get),
      Step(.search(ids: [3, 1, 2], words: ["two words", "ä&b=c", ""])),
      Step(.filter(ids: [3, 1, 2])),
      Step(.keyed(apiKey: secrets.queryAPIKey)),
      Step(.presigned(signature: secrets.presignedSignature)),
      Step(.signIn(Login(user: "ash", password: secrets.jsonPassword))),
      Step(.refresh(token: secrets.nestedRefreshToken)),
      Step(.exchange(clientSecret: secrets.formClientSecret)),
      Step(
        .uploadAvatar(WorkFolder.picture, notes: files.notes, token: secrets.multipartToken)),
      Step(.upload(files.upload)),
      Step(.replace(Note(title: "Replaced ✓", isDone: true))),
      Step(.patch(idToken: secrets.patchIDToken)),
      Step(.remove(id: 7)),
      Step(.probe),
      Step(.redirect(times: 2, absolute: false)),
      Step(.redirect(times: 1, absolute: true)),
      Step(.redirectTo("/get?token=\(secrets.redirectToken)", status: 307)),
      Step(.gzip),
      Step(.deflate),
      Step(.picture),
      Step(.unicode),
      Step(.bytes(500, seed: 42)),
      Step(.download(5_000, seed: 7, to: files.download), file: files.download),
      Step(.status(204), .status(204)),
      Step(.missing, .status(404)),
      Step(.status(418), .status(418)),
      Step(.successful(status: 503), .refusedStatus(503)),
      Step(.cookies(session: secrets.cookie)),
      Step(.answer([("Set-Cookie", "id=\(secrets.setCookie); Path=/; HttpOnly")])),
      Step(.setCookie(session: secrets.cookieOfRedirect)),
      Step(.bearer),
      Step(.basic(user: "ash", password: secrets.basicPassword)),
      Step(.userInfo(user: "agent", password: secrets.userInfoPassword)),
      Step(.fragment(accessToken: secrets.fragmentAccessToken)),
      Step(.answer([("access_token", secrets.answeredAccessToken), ("token_type", "bearer")])),
      Step(
        .answer([("Location", "https://id.test/done?token=\(secrets.locationToken)&step=2")])),
      Step(.answer([("X-Many", "one"), ("X-Many", "two, three")])),
      Step(.headers(["X-Api-Key": secrets.headerAPIKey])),
      Step(.headers(["Referer": "https://app.test/page?access_token=\(secrets.refererToken)"])),
      Step(.uuid),
      Step(.uuid),
      Step(.delay(seconds: 5), .error(code: NSURLErrorTimedOut)),
      Step(.unreachable, .error(code: NSURLErrorCannotConnectToHost)),
    ]
  }
}

extension Step where Target == MultiTarget {
  /// Targets of two types behind one provider. httpbin has no GitHub: it says so, with a body.
  static func all() -> [Step] {
    [
      Step(MultiTarget(GitHub.userProfile("octocat")), .status(404)),
      Step(MultiTarget(HTTPBin.uuid)),
      Step(MultiTarget(GitHub.zen), .refusedStatus(404)),
      Step(MultiTarget(GitHub.branches("ash/pokedex", protected: true)), .status(404)),
      Step(MultiTarget(HTTPBin.get)),
    ]
  }
}
