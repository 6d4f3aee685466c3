#if canImport(Security) && canImport(LocalAuthentication)
internal import Foundation

/// The naming scheme of one store's secrets in the Keychain.
struct KeychainName: Sendable, Hashable {
    let service: String
    let group: String?

    /// The item of a secret that requires no match.
    func plain(_ key: String) -> KeychainItem { item(service, account: Self.account(key)) }

    /// The item of a secret that requires a match.
    func guarded(_ key: String, _ place: GuardedPlace) -> KeychainItem {
        item(guardedService(key), account: place.rawValue)
    }

    /// All items of a secret that requires a match.
    func allGuarded(_ key: String) -> KeychainItem { item(guardedService(key), account: nil) }

    /// An item without a secret, readable after the first unlock since the device started.
    var witness: KeychainItem { item("\(service)/witness", account: "unlocked") }

    private func guardedService(_ key: String) -> String { "\(service)/match/\(Self.account(key))" }

    private func item(_ service: String, account: String?) -> KeychainItem {
        KeychainItem(service: service, account: account, group: group)
    }

    /// The key in ASCII, byte by byte: the Keychain's comparison of other characters is undocumented.
    private static func account(_ key: String) -> String {
        key.addingPercentEncoding(withAllowedCharacters: readable) ?? Data(key.utf8).base64EncodedString()
    }

    private static let readable = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._")
}

/// An item that may contain a secret that requires a match.
///
/// Updating such an item in place would prompt, and so would reading it. So a new value is written to a free item, and
/// then the old item is deleted. If that is interrupted, the first existing item in this order has the value.
enum GuardedPlace: String, CaseIterable, Sendable {
    case currentEnrolment0, currentEnrolment1, anyEnrolment0, anyEnrolment1
    case userPresence0, userPresence1, devicePasscode0, devicePasscode1

    /// The access level of the item.
    var access: SecureStorageAccess {
        switch self {
        case .currentEnrolment0, .currentEnrolment1: .biometry(.currentEnrolment)
        case .anyEnrolment0, .anyEnrolment1: .biometry(.anyEnrolment)
        case .userPresence0, .userPresence1: .userPresence
        case .devicePasscode0, .devicePasscode1: .devicePasscode
        }
    }

    /// Whether a change of enrolment destroys the item.
    var endsWithEnrolment: Bool { access == .biometry(.currentEnrolment) }
}

extension SecureStorageAccess {
    /// The items that may contain a secret of this level; none if it requires no match.
    var guardedPlaces: [GuardedPlace] { GuardedPlace.allCases.filter { $0.access == self } }
}
#endif
