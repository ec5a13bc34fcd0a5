import Foundation

/// Secrets that are made anew for each run, one for each way in which a client sends or gets one.
struct Secrets {
  /// One of them, as `secrets.json` lists it.
  struct Entry: Codable {
    let name: String
    let value: String
  }

  let bearer: String
  let basicPassword: String
  let cookie: String
  let setCookie: String
  let cookieOfRedirect: String
  let userInfoPassword: String
  let queryAPIKey: String
  let presignedSignature: String
  let jsonPassword: String
  let nestedRefreshToken: String
  let answeredAccessToken: String
  let formClientSecret: String
  let multipartToken: String
  let locationToken: String
  let redirectToken: String
  let headerAPIKey: String
  let refererToken: String
  let fragmentAccessToken: String
  let patchIDToken: String
  let pluginToken: String
  let adapterToken: String

  /// Fresh ones, of the characters that each place takes, so that each encoding has work to do.
  init() {
    let word = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    bearer = Self.random(word + "-._~+/", 40)
    basicPassword = Self.random(word, 24)
    cookie = Self.random(word + "-_.", 32)
    setCookie = Self.random(word + "-_.", 32)
    cookieOfRedirect = Self.random(word, 32)
    userInfoPassword = Self.random(word + "!$&'()*,;=", 24)
    queryAPIKey = Self.random(word + "+/=&?", 32)
    presignedSignature = Self.random("0123456789abcdef", 64)
    jsonPassword = Self.random(word + "\"\\/é€ {}", 28)
    nestedRefreshToken = Self.random(word + "+/=", 48)
    answeredAccessToken = Self.random(word + "-_", 36)
    formClientSecret = Self.random(word + "&=+% ", 32)
    multipartToken = Self.random(word + "\"-=", 32)
    locationToken = Self.random(word + "-_", 32)
    redirectToken = Self.random(word + "-_", 32)
    headerAPIKey = Self.random(word + "/+=", 32)
    refererToken = Self.random(word + "-_", 32)
    fragmentAccessToken = Self.random(word + "-_+/", 32)
    patchIDToken = Self.random(word + "-_.", 60)
    pluginToken = Self.random(word, 32)
    adapterToken = Self.random(word + "-_", 32)
  }

  /// Those of an earlier run.
  init(contentsOf url: URL) throws {
    let entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: url))
    let values = Dictionary(entries.map { ($0.name, $0.value) }) { first, _ in first }
    func value(_ name: String) throws -> String {
      guard let value = values[name] else { throw DemoError.secretMissing(name) }
      return value
    }
    bearer = try value("bearer token")
    basicPassword = try value("password of Basic credentials")
    cookie = try value("cookie")
    setCookie = try value("cookie set by an answer")
    cookieOfRedirect = try value("cookie set by a redirect")
    userInfoPassword = try value("password in a URL")
    queryAPIKey = try value("query item api_key")
    presignedSignature = try value("query item X-Amz-Signature")
    jsonPassword = try value("JSON field password")
    nestedRefreshToken = try value("nested JSON field refresh_token")
    answeredAccessToken = try value("JSON field access_token of an answer")
    formClientSecret = try value("form field client_secret")
    multipartToken = try value("multipart field token")
    locationToken = try value("query of an answer's Location")
    redirectToken = try value("query of a redirect's Location")
    headerAPIKey = try value("header field X-Api-Key")
    refererToken = try value("query of a Referer")
    fragmentAccessToken = try value("fragment's access_token")
    patchIDToken = try value("JSON field id_token of a PATCH")
    pluginToken = try value("query item of a plugin")
    adapterToken = try value("header field of an adapter")
  }

  /// All of them, with names for people.
  var entries: [Entry] {
    [
      Entry(name: "bearer token", value: bearer),
      Entry(name: "password of Basic credentials", value: basicPassword),
      Entry(name: "cookie", value: cookie),
      Entry(name: "cookie set by an answer", value: setCookie),
      Entry(name: "cookie set by a redirect", value: cookieOfRedirect),
      Entry(name: "password in a URL", value: userInfoPassword),
      Entry(name: "query item api_key", value: queryAPIKey),
      Entry(name: "query item X-Amz-Signature", value: presignedSignature),
      Entry(name: "JSON field password", value: jsonPassword),
      Entry(name: "nested JSON field refresh_token", value: nestedRefreshToken),
      Entry(name: "JSON field access_token of an answer", value: answeredAccessToken),
      Entry(name: "form field client_secret", value: formClientSecret),
      Entry(name: "multipart field token", value: multipartToken),
      Entry(name: "query of an answer's Location", value: locationToken),
      Entry(name: "query of a redirect's Location", value: redirectToken),
      Entry(name: "header field X-Api-Key", value: headerAPIKey),
      Entry(name: "query of a Referer", value: refererToken),
      Entry(name: "fragment's access_token", value: fragmentAccessToken),
      Entry(name: "JSON field id_token of a PATCH", value: patchIDToken),
      Entry(name: "query item of a plugin", value: pluginToken),
      Entry(name: "header field of an adapter", value: adapterToken),
    ]
  }

  /// The text with each of them replaced, for lines that people read.
  func hidden(in text: String) -> String {
    entries.reduce(text) { $0.replacingOccurrences(of: $1.value, with: "***") }
  }

  private static func random(_ alphabet: String, _ count: Int) -> String {
    let alphabet = Array(alphabet)
    let ends = alphabet.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    // Spaces and quotation marks at an end are taken off by servers here and there.
    let middle = (0..<(count - 2)).map { _ in alphabet.randomElement() ?? "x" }
    return String([ends.randomElement() ?? "x"] + middle + [ends.randomElement() ?? "x"])
  }
}
