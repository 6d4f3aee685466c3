#if canImport(Security) && canImport(LocalAuthentication)
public import Foundation

/// Secure storage in the Keychain, as generic passwords that never leave this device.
///
/// On a Mac it also uses the data-protection keychain, so the app requires the Keychain Sharing capability
/// (<https://developer.apple.com/documentation/technotes/tn3137-on-mac-keychains>). The Keychain outlives the app:
/// secrets of an earlier installation are still there.
///
/// On a device with Face ID, an app requires `NSFaceIDUsageDescription` in its Info.plist to read a secret that
/// requires a match. Without it there is no prompt, and the error names the missing entry.
///
/// All calls of a process are serialized. Between processes, ``update(_:for:access:_:)`` compares and changes in one
/// step. It throws if another process was faster: nothing is lost, and nothing is stored.
public struct KeychainSecureStorage: SecureStorageProtocol {
    /// The identity of the service, in any access group. Nil and the name of the app's first group reach the same
    /// items, and the system does not report which group that is. Two stores in two groups require two services.
    public let identity: SecureStorageIdentity

    private let name: KeychainName
    private let hasUsageDescription: @Sendable () -> Bool

    /// Creates a store of secrets under the name of a service.
    ///
    /// - Parameters:
    ///   - service: The service attribute of the items. Use the app's bundle identifier unless it has several stores.
    ///   - accessGroup: The group of apps and extensions that share the secrets; nil for the app's first group.
    public init(
        service: String = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName,
        accessGroup: String? = nil
    ) {
        self.init(service: service, accessGroup: accessGroup) {
            Bundle.main.object(forInfoDictionaryKey: "NSFaceIDUsageDescription") != nil
        }
    }

    /// Creates a store with its own identity, for tests.
    ///
    /// - Parameter identity: Another identity lets a test simulate another process.
    package init(
        service: String, accessGroup: String?, identity: SecureStorageIdentity? = nil,
        hasUsageDescription: @escaping @Sendable () -> Bool
    ) {
        name = KeychainName(service: service, group: accessGroup)
        self.identity = identity ?? SecureStorageIdentity("keychain", service)
        self.hasUsageDescription = hasUsageDescription
    }

    /// Whether secrets can be stored with this access level now. The higher levels require a device passcode; the
    /// biometric levels also require an enrolment and the user's permission.
    public func supports(_ access: SecureStorageAccess) -> Bool { access.isSupported }

    public func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) {
        let record = try KeychainRecord(key: key, in: name)
        guard supports(access) else { throw .unsupportedAccess(access) }
        try await record.save(try SecretCoding.encode(value), access: access)
    }

    public func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? {
        let record = try KeychainRecord(key: key, in: name)
        switch try await record.find() {
        case .absent: return nil
        case .readable(let content): return try SecretCoding.decode(type, from: content.data)
        case .guarded(let access):
            guard let prompt else { throw .locked }
            let match = KeychainMatch(hasUsageDescription: hasUsageDescription)
            try await match.ask(reason: prompt, for: access)
            guard let data = try await record.open(with: match) else { return nil }
            return try SecretCoding.decode(type, from: data)
        }
    }

    public func delete(for key: String) async throws(SecureStorageError) {
        try await KeychainRecord(key: key, in: name).delete()
    }

    public func exists(for key: String) async throws(SecureStorageError) -> Bool {
        switch try await KeychainRecord(key: key, in: name).find() {
        case .absent: false
        case .readable, .guarded: true
        }
    }

    public func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome {
        let record = try KeychainRecord(key: key, in: name)
        guard supports(access) else { throw .unsupportedAccess(access) }
        return try await record.update(access: access) { stored throws(SecureStorageError) in
            try SecretCoding.change(type, in: stored, body)
        }
    }
}
#endif
