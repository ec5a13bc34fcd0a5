extension RedactionRules {
  /// Credentials under the names that are in use for them.
  ///
  /// Names that also mean harmless things are left to the places where they mean secrets: `key` and
  /// `auth` to queries, `signature` to what is signed (a JSON `signature` may be a commit's), `code` to
  /// queries and forms that hold an OAuth companion (RFC 6749 §4.1.2), since codes of other kinds are
  /// data. User names and keys' ids are no secrets but for those in a URL's user-info and in presigned
  /// URLs, which secret scanners take for such. Header fields are often named after their service, so
  /// there the last word decides too, but for the names that `last-words` lists.
  public static let `default` = RedactionRules([
    Rule(
      id: "authorization",
      names: [
        "authorization", "proxy-authorization", "forwarded-authorization", "original-authorization",
        "authorization-token", "dpop",
      ]),
    Rule(
      id: "cookies", names: ["cookie", "set-cookie", "cookies"],
      places: [.headerFields, .jsonFields]),
    Rule(
      id: "api-keys",
      names: [
        "api_key", "api_secret", "api_token", "app_key", "app_secret", "application_key",
        "consumer_secret", "consumer_key", "subscription_key", "ocp-apim-subscription-key",
        "goog-api-key", "rapidapi-key", "mashape-key", "functions-key", "algolia-api-key",
        "dd-api-key",
        "dd-application-key", "parse-rest-api-key", "parse-master-key", "typesense-api-key",
        "cmc_pro_api_key", "mbx-apikey", "account_key", "shared_key", "shared_access_key",
        "license_key",
      ]),
    Rule(id: "licenses", names: ["x-license"], places: .headerFields),
    Rule(
      id: "tokens",
      names: [
        "access_token", "refresh_token", "id_token", "token", "auth_token", "bearer_token",
        "bearer",
        "jwt", "security_token", "user_token", "service_token", "oauth_token", "oauth_token_secret",
        "oauth_signature", "oauth_verifier", "private_token", "job_token", "deploy_token",
        "personal_access_token", "github_token", "gitlab_token", "vault_token", "figma_token",
        "plex_token", "emby_token", "riot_token", "shopify_access_token", "forwarded_access_token",
        "postmark_server_token", "postmark_account_token", "goog-iam-authorization-token",
        "cf-access-jwt-assertion", "goog-iap-jwt-assertion", "cf-access-client-secret",
        "firebase_token", "fcm_token", "device_token", "verification_token", "reset_token",
        "invite_token", "one_time_token", "sas_token", "hook_token", "bot_token", "push_token",
      ]),
    Rule(
      id: "oauth",
      names: [
        "client_secret", "client_assertion", "assertion", "code_verifier", "device_code",
        "registration_access_token", "subject_token", "actor_token", "request_token",
      ]),
    Rule(
      id: "oauth-code", names: ["code"], places: [.queryItems, .formFields],
      companions: ["state", "session_state", "grant_type", "code_verifier"]),
    Rule(
      id: "passwords",
      names: [
        "password", "passwd", "pwd", "passphrase", "passcode", "pin", "otp", "totp",
        "old_password", "new_password", "current_password", "password_confirmation",
        "confirm_password", "user_password", "db_password", "secret", "secret_key", "shared_secret",
        "webhook_secret", "signing_secret", "secret_access_key", "aws_secret_access_key",
        "encryption_key", "private_key", "credential", "credentials",
      ]),
    Rule(
      id: "codes",
      names: [
        "pin_code", "otp_code", "totp_code", "verification_code", "confirmation_code",
        "security_code", "sms_code", "mfa_code", "one_time_code", "two_factor_code",
        "backup_code", "recovery_code",
      ]),
    Rule(
      id: "cards",
      names: [
        "card_number", "credit_card_number", "cvv", "cvc", "cvv2", "cvc2", "card_cvc", "card_cvv",
        "card_verification_value", "ssn", "social_security_number",
      ]),
    // In JSON, how many there are, or objects that tell of each.
    Rule(
      id: "lists", names: ["tokens", "api_keys", "secrets"],
      places: [.headerFields, .queryItems, .formFields, .jsonStrings, .jsonDictionaries]),
    Rule(
      id: "sessions",
      names: [
        "session_id", "session_token", "session_key", "session_secret", "phpsessid", "jsessionid",
        "parse-session-token", "tableau-auth",
      ]),
    // In JSON, an object of this name may be one of a conference.
    Rule(
      id: "session", names: ["session"],
      places: [.headerFields, .queryItems, .formFields, .jsonStrings]),
    Rule(
      id: "csrf",
      names: [
        "csrf_token", "xsrf_token", "csrf", "csrfmiddlewaretoken", "authenticity_token",
        "request_verification_token",
      ]),
    Rule(
      id: "signatures",
      names: [
        "signature", "sig", "hmac", "hub-signature", "hub-signature-256", "slack-signature",
        "x-amz-signature",
        "x-amz-credential", "x-amz-security-token", "aws_access_key_id", "x-goog-signature",
        "x-goog-credential",
      ],
      places: [.headerFields, .queryItems, .formFields]),
    // In JSON, as a number, how many tests passed.
    Rule(id: "pass", names: ["pass"], places: [.queryItems, .formFields, .jsonStrings]),
    Rule(id: "query-keys", names: ["key", "auth"], places: .queryItems),
    Rule(id: "user-info", names: [], places: .userInfo),
    Rule(
      id: "last-words",
      lastWords: ["key", "token", "secret", "password", "signature", "credential", "session"],
      exceptions: [
        // Pages of a list.
        "Page-Token", "Continuation-Token", "Next-Token", "Previous-Token", "Prev-Token",
        "Cursor-Token", "Sync-Token", "Resume-Token",
        // One request among others.
        "Idempotency-Key", "Deduplication-Key", "Dedup-Key", "Correlation-Key", "Trace-Key",
        // Protocols' own: RFC 6455 §11.3.1, and public halves.
        "Sec-WebSocket-Key", "Crypto-Key", "Public-Key", "Publishable-Key", "Site-Key",
        // Caches and stores.
        "Cache-Key", "Surrogate-Key", "Object-Key", "Partition-Key", "Row-Key", "Sort-Key",
        "Hash-Key", "Primary-Key", "Foreign-Key", "Routing-Key", "Ordering-Key", "Group-Key",
        "Shard-Key",
        // Data.
        "Project-Key", "Issue-Key", "Message-Key", "Error-Key", "Translation-Key",
      ]),
  ])
}
