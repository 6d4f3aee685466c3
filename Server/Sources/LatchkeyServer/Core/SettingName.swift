/// The names of the settings in the environment. The flag `--data-dir` is the same as `LATCHKEY_DATA_DIR`.
public enum SettingName: String, CaseIterable, Sendable {
    case host = "LATCHKEY_HOST"
    case port = "LATCHKEY_PORT"
    case dataDirectory = "LATCHKEY_DATA_DIR"
    case databaseURL = "LATCHKEY_DATABASE_URL"
    case publicURL = "LATCHKEY_PUBLIC_URL"
    case homeURL = "LATCHKEY_HOME_URL"
    case mailURL = "LATCHKEY_MAIL_URL"
    case mailFrom = "LATCHKEY_MAIL_FROM"
    case secretKeys = "LATCHKEY_SECRET_KEYS"
    case trustedProxies = "LATCHKEY_TRUSTED_PROXIES"
    case signUp = "LATCHKEY_SIGN_UP"
    case kdfPermits = "LATCHKEY_KDF_PERMITS"
    case kdfQueue = "LATCHKEY_KDF_QUEUE"
    case metricsPort = "LATCHKEY_METRICS_PORT"
    case webhookSecret = "LATCHKEY_WEBHOOK_SECRET"
    case development = "LATCHKEY_DEV"
}
