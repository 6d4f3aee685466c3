#if canImport(Security) && canImport(LocalAuthentication)
public import Foundation

/// Secrets in the Keychain: generic passwords of this device that never leave it.
///
/// It takes the data-protection keychain on a Mac too, so an app there needs the Keychain Sharing capability
/// (<https://developer.apple.com/documentation/technotes/tn3137-on-mac-keychains>). The Keychain outlives the app: what
/// an earlier installation stored is found again.
///
/// A secret that takes a match is read on a device with Face ID only by an app with `NSFaceIDUsageDescription` in its
/// Info.plist. Without it there is no prompt, and the error says what is missing.
///
/// Within a process all calls take turns. Between processes ``update(_:for:access:_:)`` compares and changes in one
/// step, and ends with an error when another process was faster: nothing is lost, and nothing is stored.
public struct KeychainSecureStorage: SecureStorageProtocol {
    /// The service's, in whatever access group: no group, and the name of the app's first one, reach the same items,
    /// and the system does not say which group that is. Two stores in two groups need two services.
    public let identity: SecureStorageIdentity

    private let name: KeychainName
    private let hasUsageDescription: @Sendable () -> Bool

    /// Keeps secrets under the name of a service.
    ///
    /// - Parameters:
    ///   - service: What the items are listed under; the app's bundle identifier unless it has several stores.
    ///   - accessGroup: The group of apps and extensions that share the secrets; nil takes the app's first one.
    public init(
        service: String = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName,
        accessGroup: String? = nil
    ) {
        self.init(service: service, accessGroup: accessGroup) {
            Bundle.main.object(forInfoDictionaryKey: "NSFaceIDUsageDescription") != nil
        }
    }

    /// Another identity lets a test play another process.
    package init(
        service: String, accessGroup: String?, identity: SecureStorageIdentity? = nil,
        hasUsageDescription: @escaping @Sendable () -> Bool
    ) {
        name = KeychainName(service: service, group: accessGroup)
        self.identity = identity ?? SecureStorageIdentity("keychain", service)
        self.hasUsageDescription = hasUsageDescription
    }

    /// Whether secrets can be stored with this access level now: the higher levels need a device passcode, and the
    /// biometric ones an enrolment and the user's permission.
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
