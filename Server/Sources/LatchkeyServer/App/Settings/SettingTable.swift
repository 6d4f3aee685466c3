import Foundation
import LatchkeyAPI
import LatchkeyIdentity
import LatchkeyPostgres

/// All settings, in order: the source of flags, environment, credentials, `doctor` and the table in docs/operations.md.
struct SettingTable: Sendable {
    let host = Setting("LATCHKEY_HOST", default: "127.0.0.1", "Address to listen on.", .text)
    let port = Setting(
        "LATCHKEY_PORT", default: "8080", "Port to listen on. 0 selects a free port.",
        .number(0...65_535, of: "a port"))
    let dataDirectory = Setting(
        "LATCHKEY_DATA_DIR", default: "./data",
        "Directory of database, outbox and generated keys, created if missing.",
        SettingForm("a path", use: "a path") { URL(filePath: $0, directoryHint: .isDirectory) })
    let databaseURL = Setting(
        "LATCHKEY_DATABASE_URL", default: "sqlite:latchkey.sqlite",
        "`sqlite:FILE`, relative to the data directory, or `postgres://USER@HOST1,HOST2/DATABASE`.",
        .text)
    let databasePassword = Setting(
        "LATCHKEY_DATABASE_PASSWORD", absent: "none", isSecret: true,
        "Password of the PostgreSQL role. Without it, libpq reads `PGPASSWORD` or `~/.pgpass`.",
        SettingForm("a password", use: "text") { PostgresPassword($0) })
    let databaseReplicas = Setting(
        "LATCHKEY_DATABASE_REPLICAS", default: "required",
        "`required`: a commit succeeds once a standby has stored it. `none`: for a single PostgreSQL server.",
        .choice(["required": PostgresSettings.Replicas.required, "none": .none]))
    let databaseConnections = Setting(
        "LATCHKEY_DATABASE_CONNECTIONS", default: "8",
        "Number of concurrent transactions, 1 to 1000. A server uses three further connections.",
        .number(1...1000))
    let databasePooler = Setting(
        "LATCHKEY_DATABASE_POOLER", default: "none",
        "`transaction`: required behind a connection pooler such as PgBouncer, also in session mode.",
        .choice(["none": PostgresSettings.Pooler.none, "transaction": .transaction]))
    /// Whether `serve` migrates the schema.
    let databaseMigrate = Setting(
        "LATCHKEY_DATABASE_MIGRATE", default: "serve",
        "`serve`: each command that writes data first migrates the schema. `never`: only `migrate` does, with "
            + "[a role](high-availability.md#set-up) that may change tables.",
        .choice(["serve": true, "never": false]))
    let publicURL = Setting(
        "LATCHKEY_PUBLIC_URL", absent: "`http://HOST:PORT`",
        "Origin of the server in browsers: the base of links in emails, the only origin that may use cookies, "
            + "and the host of [passkeys](#passkeys). `https` enables HSTS.",
        SettingForm("an origin", use: "http:// or https:// and a host, without a path") { PublicURL($0) })
    let homeURL = Setting(
        "LATCHKEY_HOME_URL", absent: "the security settings",
        "Page after signing in or unlocking, and the target of `/`: a URL, or a path except `/lock` and `/sign-in`.",
        SettingForm(
            "a page", use: "http:// or https:// and a host, or a path on this site", parse: HomePage.parse))
    /// An ``EmailTransportConfiguration``, which also depends on the public URL.
    let mailURL = Setting(
        "LATCHKEY_MAIL_URL", default: "outbox:", isSecret: true,
        "[Mail server or service](#email) that sends emails.", .text)
    let mailFrom = Setting(
        "LATCHKEY_MAIL_FROM", default: "Latchkey <no-reply@localhost>", "Sender of emails.",
        SettingForm("a sender", use: "the form Latchkey <no-reply@example.com>") { FromAddress($0) })
    let secretKeys = Setting(
        "LATCHKEY_SECRET_KEYS", absent: "generated at the first start, in `DATA_DIR/secret-keys`", isSecret: true,
        "`id:base64,id:base64`, 32 bytes each. The first key encrypts, all decrypt. An empty value is an error.",
        SettingForm("a list of keys", use: "id:base64") { text throws(SecretKeysError) in
            try SecretKeys(parsing: text)
        })
    let webhookSecret = Setting(
        "LATCHKEY_WEBHOOK_SECRET", absent: "off", isSecret: true,
        "Enables [`/webhooks/…`](#undeliverable-addresses): its password, at least 16 bytes.",
        SettingForm("a password", use: BasicPassword.rule) { BasicPassword($0) })
    let introspectionSecret = Setting(
        "LATCHKEY_INTROSPECTION_SECRET", absent: "off", isSecret: true,
        "Enables `/api/auth/introspect`: the password of [your backend](#a-backend-of-an-app), at least 16 bytes.",
        SettingForm("a password", use: BasicPassword.rule) { BasicPassword($0) })
    let trustedProxies = Setting(
        "LATCHKEY_TRUSTED_PROXIES", default: "0",
        "Number of proxies in front of the server, at most 16. With n, the client's address is the n-th entry of "
            + "`X-Forwarded-For` from the right; with 0, the header is ignored.", .number(0...16))
    let isSignUpOpen = Setting(
        "LATCHKEY_SIGN_UP", default: "open",
        "`open`: the first sign-in creates an account. `closed`: only operators and administrators do.",
        .choice(["open": true, "closed": false]))
    let identityIssuer = Setting(
        "LATCHKEY_IDENTITY_ISSUER", absent: "off",
        "[OpenID provider](#the-teams-own-login): its `https` address, exactly as in the `iss` claim of its tokens.",
        .text)
    let identityName = Setting(
        "LATCHKEY_IDENTITY_NAME", absent: "the provider's host", "Name of the provider on the sign-in button.",
        SettingForm("a name", use: "at most 40 printable characters") { (try? Input.deviceName($0)).flatMap(\.self) })
    let identityClientID = Setting(
        "LATCHKEY_IDENTITY_CLIENT_ID", absent: "none", "OAuth client ID of the web UI.", .text)
    let identityClientSecret = Setting(
        "LATCHKEY_IDENTITY_CLIENT_SECRET", absent: "none: a public client", isSecret: true,
        "OAuth client secret of the web UI.", .text)
    let identityAudiences = Setting(
        "LATCHKEY_IDENTITY_AUDIENCES", absent: "none",
        "Accepted `aud`, `azp` and `client_id` values of apps' tokens, separated by spaces. Enables "
            + "`/api/auth/token-sign-in`.", .text)
    let identityTrustedAudiences = Setting(
        "LATCHKEY_IDENTITY_TRUSTED_AUDIENCES", absent: "none",
        "Further `aud` values, separated by spaces, that a token may have in addition to an accepted one. Such a "
            + "token cannot reset a passcode.", .text)
    let identityAppClientID = Setting(
        "LATCHKEY_IDENTITY_APP_CLIENT_ID", absent: "none",
        "OAuth client ID of apps such as [`latchkey`](#the-terminal): a public client, and an accepted audience.",
        SettingForm("a client ID", use: "printable ASCII without spaces") { IdentityProvider.isName($0) ? $0 : nil })
    let identityAdministrators = Setting(
        "LATCHKEY_IDENTITY_ADMINISTRATORS", absent: "none",
        "Claim and value that make a user of the provider an [administrator](#administrators), such as "
            + "`groups=latchkey-admins`.",
        SettingForm("a claim and its value", use: "the form groups=latchkey-admins") { AdministratorClaim($0) })
    let isEmailSignInEnabled = Setting(
        "LATCHKEY_MAIL_SIGN_IN", default: "on",
        "`off`: users sign in only with the provider, and cannot reset passcodes by email. Requires an issuer.",
        .choice(["on": true, "off": false]))
    let passcodeRule = Setting(
        "LATCHKEY_PASSCODE", default: "optional",
        "`required`: each account must have a passcode.",
        .choice(["optional": TeamRules.Passcode.optional, "required": .required]))
    let longestTimeout = Setting(
        "LATCHKEY_LONGEST_TIMEOUT", default: "60",
        "Longest idle time before a session locks, in minutes: 1, 5, 15, 30 or 60.",
        SettingForm("a timeout", use: "1, 5, 15, 30 or 60") { text in User.allowedTimeouts.first { text == "\($0)" } })
    let biometrics = Setting(
        "LATCHKEY_BIOMETRICS", default: "allowed", "`forbidden`: apps and pages unlock by the passcode only.",
        .choice(["allowed": TeamRules.Biometrics.allowed, "forbidden": .forbidden]))
    let unlock = Setting(
        "LATCHKEY_UNLOCK", default: "offline",
        "`server`: apps open only with the server, which counts attempts and can "
            + "[shut a lost device](security.md#a-lost-device).",
        .choice(["offline": TeamRules.Unlock.offline, "server": .server]))
    let sessionDays = Setting(
        "LATCHKEY_SESSION_DAYS", default: "30",
        "Maximum age of a session in days, 1 to 365, even if it is used.",
        .number(TeamRules.possibleSessionDays))
    let kdfPermits = Setting(
        "LATCHKEY_KDF_PERMITS", default: "\(SettingTable.processors)",
        shown: "number of cores, or the CPU limit, rounded up",
        "Number of passcodes that are hashed concurrently, with 7 MiB each.", .number(1...1024))
    let kdfQueue = Setting(
        "LATCHKEY_KDF_QUEUE", default: "\(40 * SettingTable.processors)", shown: "40 for each core",
        "Number of passcodes that may wait to be hashed. Further ones get 503.", .number(0...100_000))
    let metricsPort = Setting(
        "LATCHKEY_METRICS_PORT", absent: "off", "Port of `/metrics` for [Prometheus](#metrics), on the same address.",
        .number(1...65_535, of: "a port"))
    let isDevelopment = Setting(
        "LATCHKEY_DEV", default: "0",
        "`1`: for development. `/dev/mailbox` shows all emails, `/` shows sample tickets, and the seconds in "
            + "`DATA_DIR/clock-offset` move the clock. Requires loopback addresses as host and public URL.",
        .choice(["0": false, "1": true]))

    private static let processors = CPUQuota.current.limited(ProcessInfo.processInfo.activeProcessorCount)
    private static let shared = SettingTable()
    static let rows: [any AnySetting] = Mirror(reflecting: shared).children.compactMap { $0.value as? any AnySetting }

    static func name<Value>(of row: KeyPath<SettingTable, Setting<Value>>) -> String {
        shared[keyPath: row].entry.name
    }
}
