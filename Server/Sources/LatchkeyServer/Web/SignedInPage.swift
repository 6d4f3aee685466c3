/// A page that only an open session sees, by its path.
enum SignedInPage: String, CaseIterable, Sendable {
    case root = "/"
    case securitySettings = "/settings/security"
    case activity = "/activity"
    case setPasscode = "/set-passcode"
}
