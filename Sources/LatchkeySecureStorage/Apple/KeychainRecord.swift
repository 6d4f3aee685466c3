#if canImport(Security) && canImport(LocalAuthentication)
internal import Foundation
internal import LocalAuthentication
internal import Security

/// One secret, wherever in the Keychain it is.
struct KeychainRecord: Sendable {
    /// What is known of a secret without a prompt.
    enum Finding: Sendable {
        case absent
        case readable(KeychainItem.Content)
        /// It takes what this level asks for to know more.
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
        // No one was asked, so errSecAuthFailed is not a failed match either.
        case .content, .failed(errSecInteractionNotAllowed), .failed(errSecAuthFailed):
            let place = GuardedPlace.allCases.first { name.guarded(key, $0).isThere }
            return .guarded(place?.access ?? .biometry(.currentEnrolment))
        case .failed(let status): throw SecureStorageError(status: status, else: SecureStorageError.loadFailed)
        }
        try requireTrustInAbsence()
        return .absent
    }

    /// Reads what takes a match, after one; nil when it is gone.
    @KeychainActor
    func open(with match: KeychainMatch) throws(SecureStorageError) -> Data? {
        for place in GuardedPlace.allCases {
            switch name.guarded(key, place).read(with: match.context) {
            case .content(let content): return content.data
            case .absent: break
            // There was a match, so this is the item of an enrolment that is gone.
            case .failed(errSecAuthFailed) where place.endsWithEnrolment: break
            case .failed(let status): throw SecureStorageError(status: status, else: SecureStorageError.loadFailed)
            }
        }
        try requireTrustInAbsence()
        return nil
    }

    /// Throws `.locked` unless an item that was not found is not there.
    ///
    /// Of devices that were just started it is reported that items are not found until the first unlock, instead of
    /// being locked (<https://github.com/firebase/firebase-ios-sdk/issues/8695>). An item for that time, which is made
    /// when it is missing, cannot be read or made before either.
    @KeychainActor
    private func requireTrustInAbsence() throws(SecureStorageError) {
        let attributes = try SecureStorageAccess.afterFirstUnlock.keychainAttributes()
        if case .content = name.witness.read(with: LAContext()) { return }
        let status = name.witness.add(Data(), access: attributes)
        // There, and yet it cannot be read.
        if status == errSecDuplicateItem { throw .locked }
        guard status == errSecSuccess else {
            throw SecureStorageError(status: status, else: SecureStorageError.loadFailed)
        }
    }
}
#endif
