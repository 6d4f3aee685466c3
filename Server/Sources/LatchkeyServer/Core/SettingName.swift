/// The names of the settings in the environment. The flag `--data-dir` is the same as `LATCHKEY_DATA_DIR`; secrets have
/// no flag.
public enum SettingName: String, CaseIterable, Sendable {
    case host = "LATCHKEY_HOST"
    case port = "LATCHKEY_PORT"
    case dataDirectory = "LATCHKEY_DATA_DIR"
    case databaseURL = "LATCHKEY_DATABASE_URL"
    case databasePassword = "LATCHKEY_DATABASE_PASSWORD"
    case databaseReplicas = "LATCHKEY_DATABASE_REPLICAS"
    case databaseConnections = "LATCHKEY_DATABASE_CONNECTIONS"
    case databasePooler = "LATCHKEY_DATABASE_POOLER"
    case databaseMigrate = "LATCHKEY_DATABASE_MIGRATE"
    case publicURL = "LATCHKEY_PUBLIC_URL"
    case homeURL = "LATCHKEY_HOME_URL"
    case mailURL = "LATCHKEY_MAIL_URL"
    case mailFrom = "LATCHKEY_MAIL_FROM"
    case secretKeys = "LATCHKEY_SECRET_KEYS"
    case trustedProxies = "LATCHKEY_TRUSTED_PROXIES"
    case signUp = "LATCHKEY_SIGN_UP"
    case passcode = "LATCHKEY_PASSCODE"
    case longestTimeout = "LATCHKEY_LONGEST_TIMEOUT"
    case biometrics = "LATCHKEY_BIOMETRICS"
    case sessionDays = "LATCHKEY_SESSION_DAYS"
    case kdfPermits = "LATCHKEY_KDF_PERMITS"
    case kdfQueue = "LATCHKEY_KDF_QUEUE"
    case metricsPort = "LATCHKEY_METRICS_PORT"
    case webhookSecret = "LATCHKEY_WEBHOOK_SECRET"
    case introspectionSecret = "LATCHKEY_INTROSPECTION_SECRET"
    case identityIssuer = "LATCHKEY_IDENTITY_ISSUER"
    case identityName = "LATCHKEY_IDENTITY_NAME"
    case identityClientID = "LATCHKEY_IDENTITY_CLIENT_ID"
    case identityClientSecret = "LATCHKEY_IDENTITY_CLIENT_SECRET"
    case identityAudiences = "LATCHKEY_IDENTITY_AUDIENCES"
    case identityTrustedAudiences = "LATCHKEY_IDENTITY_TRUSTED_AUDIENCES"
    case identityAppClientID = "LATCHKEY_IDENTITY_APP_CLIENT_ID"
    case mailSignIn = "LATCHKEY_MAIL_SIGN_IN"
    case development = "LATCHKEY_DEV"

    /// Whether the value is a secret or may contain one. Other users of the machine can read flags in the list of
    /// processes.
    public var isSecret: Bool {
        switch self {
        case .databasePassword, .mailURL, .secretKeys, .webhookSecret, .introspectionSecret, .identityClientSecret: true
        default: false
        }
    }
}
