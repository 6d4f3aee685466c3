// Code that must not compile in an app. `scripts/check misuse` compiles it outside the package. Each marked line must
// be an error, and no other line may be one.
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage

/// Only the lock may open and lock the vault, so that the screen matches.
func openBehindTheLock(_ vault: Vault, _ passcode: Passcode) async throws {
    _ = try await vault.unlock(with: passcode, since: 0)  // rejected
    _ = try await vault.unlockWithBiometrics(reason: "", since: 0)  // rejected
    _ = RecoveryKey.self  // rejected
    try await vault.openUnprotected(since: 0)  // rejected
    _ = try await vault.verify(passcode)  // rejected
    vault.lock()  // rejected
}

/// Only the lock may change the vault.
func changeBehindTheLock(_ vault: Vault, _ passcode: Passcode) async throws {
    try await vault.create(.open, since: 0)  // rejected
    try await vault.setPasscode(passcode)  // rejected
    _ = try await vault.changePasscode(from: passcode, to: passcode)  // rejected
    _ = try await vault.removePasscode(passcode, since: 0)  // rejected
    _ = try await vault.enableBiometrics(confirming: passcode)  // rejected
    try await vault.disableBiometrics()  // rejected
    try await vault.disableOnlyBiometrics()  // rejected
    try await vault.enableOnlyBiometrics()  // rejected
    try await vault.acceptAppData()  // rejected
    try await vault.setTimeout(.oneHour)  // rejected
    try await vault.erase()  // rejected
}

/// A second lock on a vault, or a vault without a lock.
@MainActor
func assembleByHand(_ lock: PasscodeService, _ lifecycle: AppLifecycleManager, _ platform: LockPlatform) {
    _ = PasscodeService(vault: lock.vault, biometrics: NoBiometrics(), reason: "")  // rejected
    _ = AppLockManager(service: lock, lifecycle: lifecycle)  // rejected
    _ = platform.lock(.account(server: ""), tenFailures: .erase, policy: PasscodePolicy(), reason: "")  // rejected
    _ = LockRegistry.process  // rejected
    _ = Vault.Parts.self  // rejected
}

/// An observer called before the lock, which could delay it by blocking.
func hearBesideTheLock(_ lifecycle: AppLifecycleManager) {
    lifecycle.onReport({ _ in }, afterwards: {})  // rejected
}

/// Functions reserved for an account's session, and events reserved for the lock.
@MainActor
func bypassTheAccount(_ lock: PasscodeService, _ passcode: Passcode) async {
    _ = await lock.adoptPasscode(passcode)  // rejected
    try? await lock.adoptTimeout(LockTimeout.oneHour)  // rejected
    lock.send(.lockRequired)  // rejected
}

/// A storage that wraps another must declare its identity. With its own identity it would have a separate lock.
final class ForgetfulStorage: SecureStorageProtocol {  // rejected
    let base = InMemorySecureStorage()

    func supports(_ access: SecureStorageAccess) -> Bool { base.supports(access) }

    func save<Value: Codable & Sendable>(
        _ value: Value, for key: String, access: SecureStorageAccess
    ) async throws(SecureStorageError) { try await base.save(value, for: key, access: access) }

    func load<Value: Codable & Sendable>(
        _ type: Value.Type, for key: String, prompt: String?
    ) async throws(SecureStorageError) -> Value? { try await base.load(type, for: key, prompt: prompt) }

    func delete(for key: String) async throws(SecureStorageError) { try await base.delete(for: key) }

    func exists(for key: String) async throws(SecureStorageError) -> Bool { try await base.exists(for: key) }

    func update<Value: Codable & Sendable, Outcome: Sendable>(
        _ type: Value.Type, for key: String, access: SecureStorageAccess,
        _ body: @escaping @Sendable (inout Value?) -> Outcome
    ) async throws(SecureStorageError) -> Outcome { try await base.update(type, for: key, access: access, body) }
}

/// Only the vault may read the key that a match releases.
func releaseBesideTheLock(_ storage: InMemorySecureStorage) async {
    _ = await StoredBiometricKey(storage: storage, biometrics: NoBiometrics()).exists()  // rejected
}

/// The protection of the biometric key must match the platform: by the system, or by a reader's result.
@MainActor
func chooseAnotherPlatform(_ storage: InMemorySecureStorage) {
    _ = ReaderGatedBiometricKey(storage: storage, biometrics: NoBiometrics())  // rejected
    _ = LockPlatform.apple()  // rejected
    _ = LockPlatform.linux(storage: storage)  // rejected
    _ = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage))  // rejected
}
