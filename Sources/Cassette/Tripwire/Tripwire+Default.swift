extension Tripwire {
  /// The shapes of tokens that are in use, as their issuers and secret scanners describe them, and
  /// random values under names that sound secret.
  public static let `default` = Tripwire(
    [
      Rule(id: "private-key", pattern: .privateKey),
      Rule(id: "web-token", pattern: .webToken),
      Rule(id: "telegram-token", pattern: .botToken),
    ] + tokenRules + [
      .randomValues(
        id: "random-value", words: suspiciousWords, exceptions: harmlessWords)
    ])

  private static let tokenRules: [Rule] = [
    shapes(
      "github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"], "_", 20...255),
    shapes(
      "gitlab-token",
      [
        "glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-", "glagent-",
        "GR1348941",
      ], "_-.", 20...300),
    shapes("aws-key", ["AKIA", "ASIA", "ABIA", "ACCA"], nil, 16...16, isUpperCase: true),
    shapes("google-key", ["AIza"], "_-", 35...35),
    shapes("google-token", ["ya29.", "GOCSPX-", "1//0"], "_-.", 20...2048),
    shapes(
      "slack-token",
      ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxe.", "xoxe-", "xapp-"],
      "-._", 10...300),
    shapes(
      "slack-webhook", ["hooks.slack.com/services/", "hooks.slack.com/workflows/"], "/_-", 20...200,
      keepsPrefix: true),
    shapes(
      "discord-webhook", ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"], "/_-",
      40...200, keepsPrefix: true),
    shapes(
      "stripe-key", ["sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_"], "+/", 10...300),
    shapes("sendgrid-key", ["SG."], "_-.", 40...100),
    shapes("twilio-key", ["SK"], nil, 32...32, isHexadecimal: true),
    shapes("npm-token", ["npm_"], nil, 30...64),
    shapes("pypi-token", ["pypi-"], "_-", 32...512, isRandom: true),
    shapes("rubygems-key", ["rubygems_"], nil, 32...64),
    shapes("anthropic-key", ["sk-ant-"], "_-", 20...300),
    shapes("openai-key", ["sk-"], "_-", 20...300, isRandom: true),
    shapes("huggingface-token", ["hf_"], nil, 30...64),
    shapes("square-token", ["EAAA"], "_-", 60...60),
    shapes("square-secret", ["sq0atp-", "sq0csp-", "sq0idp-"], "_-", 20...64),
    shapes("shopify-token", ["shpat_", "shpca_", "shppa_", "shpss_"], nil, 20...64),
    shapes("digitalocean-token", ["dop_v1_", "doo_v1_", "dor_v1_"], nil, 40...100),
    shapes("databricks-token", ["dapi"], nil, 32...40, isHexadecimal: true),
    shapes("mailgun-key", ["key-"], nil, 32...32, isHexadecimal: true),
    shapes("atlassian-token", ["ATATT3", "ATCTT3"], "_-=", 50...300),
    shapes("linear-key", ["lin_api_", "lin_oauth_"], nil, 32...80),
    shapes("notion-token", ["ntn_"], nil, 40...64),
    shapes("doppler-token", ["dp.pt.", "dp.st.", "dp.sa."], "._", 30...80),
    shapes("postman-key", ["PMAK-"], "-", 40...80),
    shapes("newrelic-key", ["NRAK-", "NRII-", "NRJS-"], "-_", 19...64),
    shapes("sentry-token", ["sntrys_", "sntryu_"], "_+/=", 40...400),
    shapes("grafana-token", ["glsa_", "glc_"], "_+/=", 32...400),
    shapes("vault-token", ["hvs.", "hvb."], "_-", 24...300),
    shapes("age-key", ["AGE-SECRET-KEY-1"], nil, 58...58),
    shapes("figma-token", ["figd_", "figu_"], "_-", 30...100),
    shapes("supabase-token", ["sbp_", "sb_secret_"], "_-", 20...80),
    shapes("planetscale-token", ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], "_-.", 32...64),
    shapes("pulumi-token", ["pul-"], nil, 40...40, isHexadecimal: true),
    shapes("docker-token", ["dckr_pat_", "dckr_oat_"], "_-", 20...80),
  ]

  private static func shapes(
    _ id: String, _ prefixes: [String], _ characters: String?, _ counts: ClosedRange<Int>,
    isUpperCase: Bool = false, isHexadecimal: Bool = false, isRandom: Bool = false,
    keepsPrefix: Bool = false
  ) -> Rule {
    Rule(
      id: id,
      pattern: .tokens(
        prefixes.map { prefix in
          var shape = TokenShape(prefix, characters: characters ?? "", counts: counts)
          shape.alphabet = isHexadecimal ? .hexadecimal : isUpperCase ? .upperCase : shape.alphabet
          shape.isRandom = isRandom
          shape.keepsPrefix = keepsPrefix
          return shape
        }))
  }

  private static let suspiciousWords = [
    "secret", "token", "key", "apikey", "signature", "sig", "session", "credential", "auth",
    "authorization", "authentication", "password", "passwd", "pwd", "pass", "passphrase",
    "passcode", "bearer", "jwt", "hmac", "otp", "csrf", "xsrf", "sid", "private", "license",
    "sessionid", "cookie",
  ]

  private static let harmlessWords = [
    // Pages, and one request among others.
    "page", "pagination", "next", "prev", "previous", "cursor", "continuation", "sync", "resume",
    "scroll", "after", "before", "idempotency", "dedup", "deduplication", "request", "req",
    "correlation", "trace", "span", "nonce", "etag",
    // Hashes.
    "digest", "checksum", "hash", "hashed", "sha", "sha1", "sha256", "sha384", "sha512", "md5",
    "crc", "crc32", "fingerprint", "thumbprint", "commit", "revision", "version",
    // What is public, or only names a secret.
    "public", "pub", "publishable", "site", "sitekey", "id", "kid", "ids", "name", "type", "kind",
    "algorithm", "alg", "count", "url", "uri", "href", "expires", "expiry", "expiration",
    "socket", "websocket",
    // Caches, stores and data.
    "cache", "surrogate", "object", "partition", "row", "sort", "primary", "foreign", "routing",
    "ordering", "group", "shard", "project", "issue", "message", "error", "translation", "file",
    "image", "storage", "s3", "bucket", "blob", "path", "media",
  ]
}
