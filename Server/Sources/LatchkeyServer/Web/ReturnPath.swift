/// Where a page may send its reader once the lock is open. Nothing else is followed, so that no link made by a stranger
/// leads off this site; `paths.js` keeps the same list.
enum ReturnPath: String, CaseIterable, Sendable {
    case desk = "/"
    case securitySettings = "/settings/security"
    case activity = "/activity"
    case setPasscode = "/set-passcode"

    /// Returns the path of a page that leads back here afterwards.
    func returning(from page: String) -> String {
        self == .desk ? page : "\(page)?next=\(rawValue)"
    }
}
