#if canImport(Security) && canImport(LocalAuthentication)
internal import Foundation
internal import LocalAuthentication
internal import Security

/// A secret in the Keychain, whichever item contains it.
struct KeychainRecord: Sendable {
    /// The result of searching for a secret without a prompt.
    enum Finding: Sendable {
        case absent
        case readable(KeychainItem.Content)
        /// It exists, and reading it requires this level.
        case guarded(SecureStorageAccess)
    }

    let name: KeychainName
    let key: String

    init(key: String, in name: KeychainName) throws(SecureStorageError) {
        try SecretCoding.check(key: key)
        (self.name, self.key) = (name, key)
    }

    @KeychainActor
    func find() throws(SecureStorageError) -> Finding {
        switch name.plain(key).read(with: LAContext()) {
        case .content(let content): return .readable(content)
        case .failed(let status): throw SecureStorageError(status: status, else: SecureStorageError.loadFailed)
        case .absent: break
        }
        switch name.allGuarded(key).read(with: LAContext()) {
        case .absent: break
        // There was no prompt, so errSecAuthFailed is not a failed match either.
        case .content, .failed(errSecInteractionNotAllowed), .failed(errSecAuthFailed):
            let place = GuardedPlace.allCases.first { name.guarded(key, $0).isThere }
            return .guarded(place?.access ?? .biometry(.currentEnrolment))
        case .failed(let status): throw SecureStorageError(status: status, else: SecureStorageError.loadFailed)
        }
        try requireTrustInAbsence()
        return .absent
    }

    /// Reads a secret that requires a match, after the match; nil if it no longer exists.
    @KeychainActor
    func open(with match: KeychainMatch) throws(SecureStorageError) -> Data? {
        for place in GuardedPlace.allCases {
            switch name.guarded(key, place).read(with: match.context) {
            case .content(let content): return content.data
            case .absent: break
            // There was a match, so this item belongs to a former enrolment.
            case .failed(errSecAuthFailed) where place.endsWithEnrolment: break
            case .failed(let status): throw SecureStorageError(status: status, else: SecureStorageError.loadFailed)
            }
        }
        try requireTrustInAbsence()
        return nil
    }

    /// Throws `.locked` unless an item that was not found is truly absent.
    ///
    /// Devices that were just started reportedly return "not found" until the first unlock, instead of "locked"
    /// (<https://github.com/firebase/firebase-ios-sdk/issues/8695>). A marker item, which is created when it is
    /// missing, can neither be read nor created before that unlock.
    @KeychainActor
    private func requireTrustInAbsence() throws(SecureStorageError) {
        let attributes = try SecureStorageAccess.afterFirstUnlock.keychainAttributes()
        if case .content = name.witness.read(with: LAContext()) { return }
        let status = name.witness.add(Data(), access: attributes)
        // It exists but cannot be read.
        if status == errSecDuplicateItem { throw .locked }
        guard status == errSecSuccess else {
            throw SecureStorageError(status: status, else: SecureStorageError.loadFailed)
        }
    }
}
#endif
