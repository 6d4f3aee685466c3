public import LatchkeyBiometricSession
public import LatchkeyBiometrics

/// A biometric session in memory that matches by default, records the calls, and fails once when instructed:
/// `await session.failNext(with: .biometrics(.lockout), on: .restore)`.
public actor MockBiometricSession<Tokens: Codable & Sendable>: BiometricSessionProtocol {
    /// A call, without the tokens.
    public enum Call: Hashable, Sendable {
        /// A request to store tokens.
        case save
        /// A request to replace tokens.
        case update
        /// A request for a match.
        case restore(reason: String)
        /// A request to delete the session.
        case clear
    }

    /// A kind of call, for `failNext(with:on:)`.
    public enum Operation: Hashable, Sendable {
        /// The calls of this name.
        case isEnabled, save, update, restore, clear
    }

    /// All calls so far, including failed ones.
    public private(set) var calls: [Call] = []
    /// The stored tokens, or nil.
    public private(set) var tokens: Tokens?
    public private(set) var biometricType: BiometricType
    private let user: @Sendable (Tokens) -> String
    private var isInvalidated = false
    private var failures = MockFailures<Operation, BiometricSessionError>()

    /// Creates a mock of a session.
    ///
    /// - Parameters:
    ///   - type: The kind of biometrics; `none` is a device without.
    ///   - tokens: The stored tokens; nil if biometrics are disabled.
    ///   - user: Returns the user of the tokens. By default there is one user.
    public init(
        _ type: BiometricType = .faceID, tokens: Tokens? = nil,
        user: @escaping @Sendable (Tokens) -> String = { _ in "user" }
    ) {
        (biometricType, self.tokens, self.user) = (type, tokens, user)
    }

    /// Makes the next call throw, or the next call of this kind, without changing anything. Calls queue up. A `restore`
    /// returns `BiometricRestore.failed(_:)`, or `BiometricRestore.cancelled` for a dismissed prompt.
    public func failNext(with error: BiometricSessionError, on operation: Operation? = nil) {
        failures.order(error, on: operation)
    }

    /// Changes the device's kind of biometrics.
    public func setType(_ type: BiometricType) { biometricType = type }

    /// Makes the next `restore` find the stored session invalidated, as an added finger does.
    public func changeEnrolment() { isInvalidated = tokens != nil }

    public var isEnabled: Bool {
        get async throws(BiometricSessionError) {
            if let error = failures.take(for: .isEnabled) { throw error }
            return tokens != nil
        }
    }

    public func isEnabled(for tokens: Tokens) async throws(BiometricSessionError) -> Bool {
        if let error = failures.take(for: .isEnabled) { throw error }
        return isStored(for: tokens)
    }

    public func save(_ tokens: Tokens) async throws(BiometricSessionError) {
        try record(.save, .save)
        guard biometricType != .none else { throw .biometrics(.notAvailable) }
        // Another user's consent is a new one.
        if !isStored(for: tokens) { isInvalidated = false }
        self.tokens = tokens
    }

    public func update(_ tokens: Tokens) async throws(BiometricSessionError) -> Bool {
        try record(.update, .update)
        guard isStored(for: tokens) else { return false }
        self.tokens = tokens
        return true
    }

    public func restore(reason: String) async -> BiometricRestore<Tokens> {
        do { try record(.restore(reason: reason), .restore) } catch {
            return error.isCancellation ? .cancelled : .failed(error)
        }
        guard let tokens else { return .none }
        guard biometricType != .none else { return .failed(.biometrics(.notAvailable)) }
        guard !isInvalidated else {
            (self.tokens, isInvalidated) = (nil, false)
            return .invalidated
        }
        return .restored(tokens)
    }

    public func clear() async throws(BiometricSessionError) {
        try record(.clear, .clear)
        (tokens, isInvalidated) = (nil, false)
    }

    private func isStored(for tokens: Tokens) -> Bool { self.tokens.map(user) == user(tokens) }

    private func record(_ call: Call, _ operation: Operation) throws(BiometricSessionError) {
        calls.append(call)
        if let error = failures.take(for: operation) { throw error }
    }
}
