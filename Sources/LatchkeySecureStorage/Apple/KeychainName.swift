#if canImport(Security) && canImport(LocalAuthentication)
internal import Foundation

/// How the secrets of one store are named in the Keychain.
struct KeychainName: Sendable, Hashable {
    let service: String
    let group: String?

    /// The item of a secret that takes no match.
    func plain(_ key: String) -> KeychainItem { item(service, account: Self.account(key)) }

    /// The item of a secret that takes one.
    func guarded(_ key: String, _ place: GuardedPlace) -> KeychainItem {
        item(guardedService(key), account: place.rawValue)
    }

    /// All items of a secret that takes a match.
    func allGuarded(_ key: String) -> KeychainItem { item(guardedService(key), account: nil) }

    /// An item without a secret that can be read as soon as the device was unlocked after its start.
    var witness: KeychainItem { item("\(service)/witness", account: "unlocked") }

    private func guardedService(_ key: String) -> String { "\(service)/match/\(Self.account(key))" }

    private func item(_ service: String, account: String?) -> KeychainItem {
        KeychainItem(service: service, account: account, group: group)
    }

    /// The key in ASCII, byte by byte: how the Keychain compares other characters is not documented.
    private static func account(_ key: String) -> String {
        key.addingPercentEncoding(withAllowedCharacters: readable) ?? Data(key.utf8).base64EncodedString()
    }

    private static let readable = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._")
}

/// Where a secret that takes a match may be.
///
/// Changing such an item in place would ask for a match, and so would looking at it. So a new value goes to a free
/// place, and only then the old one is deleted. Should that be interrupted, the first place in this order is the one
/// that counts.
enum GuardedPlace: String, CaseIterable, Sendable {
    case currentEnrolment0, currentEnrolment1, anyEnrolment0, anyEnrolment1
    case userPresence0, userPresence1, devicePasscode0, devicePasscode1

    /// What releases what is here.
    var access: SecureStorageAccess {
        switch self {
        case .currentEnrolment0, .currentEnrolment1: .biometry(.currentEnrolment)
        case .anyEnrolment0, .anyEnrolment1: .biometry(.anyEnrolment)
        case .userPresence0, .userPresence1: .userPresence
        case .devicePasscode0, .devicePasscode1: .devicePasscode
        }
    }

    /// Whether a change of who is enrolled destroys what is here.
    var endsWithEnrolment: Bool { access == .biometry(.currentEnrolment) }
}

extension SecureStorageAccess {
    /// Where a secret of this level may be, if it takes a match.
    var guardedPlaces: [GuardedPlace] { GuardedPlace.allCases.filter { $0.access == self } }
}
#endif
