import Testing

@testable import TargetTesting

@Suite struct DisplayRedactionTests {
  private func replacement(
    _ value: String, _ name: String, _ place: DisplayRedaction.Place = .field
  ) -> String? {
    DisplayRedaction.replacement(for: value.utf8, named: name.utf8, at: place)
  }

  @Test(arguments: [
    "Authorization", "x-api-key", "X-Auth-Token", "api_key", "apiKey", "ACCESS_TOKEN", "password",
    "user[password]", "client-secret", "Set-Cookie",
  ]) func hidesWhatItsNameShowsToBeSecret(_ name: String) {
    #expect(replacement("abcdefgh", name)?.hasPrefix("[redacted:") == true)
  }

  @Test(arguments: ["next_page_token", "token_type", "user", "key", "page", "", "keyboard"])
  func showsOthers(_ name: String) {
    #expect(replacement("abcdefgh", name) == nil)
  }

  @Test func someNamesAreSecretInSomePlacesOnly() {
    #expect(replacement("abc", "key", .queryItem) == "[redacted:key]")
    #expect(replacement("abc", "sig", .queryItem) == "[redacted:sig]")
    #expect(replacement("abc", "key", .headerField) == nil)
    #expect(replacement("abc", "sig", .headerField) == "[redacted:sig]")
  }

  @Test func nothingIsNoSecret() {
    #expect(replacement("", "token") == nil)
  }

  @Test func theSchemeStays() {
    #expect(replacement("Bearer abc", "authorization") == "Bearer [redacted:authorization]")
    #expect(replacement("abc", "Authorization") == "[redacted:authorization]")
    #expect(replacement("a1b2 c3", "Authorization") == "[redacted:authorization]")
    #expect(
      replacement("Digest a=b", "Proxy-Authorization") == "Digest [redacted:proxy_authorization]")
  }

  @Test(arguments: [
    (
      "https://u:p@h/x?a=1&token=abc&b=2#access_token=q",
      "https://[redacted:user_info]@h/x?a=1&token=[redacted:token]&b=2#access_token=[redacted:access_token]"
    ),
    ("{\"password\": \"a\\\"b\", \"n\": 1}", "{\"password\": \"[redacted:password]\", \"n\": 1}"),
    ("{\"pin\":1234,\"n\":1}", "{\"pin\":[redacted:pin],\"n\":1}"),
    ("{\"credentials\": {\"a\": \"b\"}}", "{\"credentials\": [redacted:credentials]"),
    (
      "Authorization: Bearer abc\nHost: h",
      "Authorization: Bearer [redacted:authorization]\nHost: h"
    ),
    (
      "grant_type=password&client%5Fsecret=abc",
      "grant_type=password&client%5Fsecret=[redacted:client_secret]"
    ),
    ("token 'x' at user@host, token: ", "token 'x' at user@host, token: "),
    ("password=\"abc", "password=\"[redacted:password]"),
    ("secret=", "secret="), ("", ""),
  ]) func findsSecretsInText(_ text: String, _ shown: String) {
    #expect(DisplayRedaction.text(text) == shown)
  }

  @Test func scansInLinearTime() {
    let text = String(repeating: "x:y=\"://", count: 100_000)
    #expect(DisplayRedaction.text(text).utf8.count == text.utf8.count)
  }
}
