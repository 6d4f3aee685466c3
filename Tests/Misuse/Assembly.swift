// Code that must not compile in an app. `scripts/check misuse` compiles it outside the package. Each marked line must
// be an error, and no other line may be one.
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage

/// Only the lock may open and lock the vault, so that the screen matches.
func openBehindTheLock(_ vault: Vault, _ passcode: Passcode) async throws {
    _ = try await vault.unlock(with: passcode, since: 0)  // refused
    _ = try await vault.unlockWithBiometrics(reason: "", since: 0)  // refused
    _ = RecoveryKey.self  // refused
    try await vault.openUnprotected(since: 0)  // refused
    _ = try await vault.verify(passcode)  // refused
    vault.lock()  // refused
}

/// Only the lock may change the vault.
func changeBehindTheLock(_ vault: Vault, _ passcode: Passcode) async throws {
    try await vault.create(.open, since: 0)  // refused
    try await vault.setPasscode(passcode)  // refused
    _ = try await vault.changePasscode(from: passcode, to: passcode)  // refused
    _ = try await vault.removePasscode(passcode, since: 0)  // refused
    _ = try await vault.enableBiometrics(confirming: passcode)  // refused
    try await vault.disableBiometrics()  // refused
    try await vault.disableOnlyBiometrics()  // refused
    try await vault.enableOnlyBiometrics()  // refused
    try await vault.acceptAppData()  // refused
    try await vault.setTimeout(.oneHour)  // refused
    try await vault.erase()  // refused
}

/// A second lock on a vault, or a vault without a lock.
@MainActor
func assembleByHand(_ lock: PasscodeService, _ lifecycle: AppLifecycleManager, _ platform: LockPlatform) {
    _ = PasscodeService(vault: lock.vault, biometrics: NoBiometrics(), reason: "")  // refused
    _ = AppLockManager(service: lock, lifecycle: lifecycle)  // refused
    _ = platform.lock(.device(.erase), tenFailures: .erase, policy: PasscodePolicy(), reason: "")  // refused
    _ = LockRegistry.process  // refused
    _ = Vault.Parts.self  // refused
}

/// An observer called before the lock, which could delay it by blocking.
func hearBesideTheLock(_ lifecycle: AppLifecycleManager) {
    lifecycle.onReport({ _ in }, afterwards: {})  // refused
}

/// Functions reserved for an account's session, and events reserved for the lock.
@MainActor
func bypassTheAccount(_ lock: PasscodeService, _ passcode: Passcode) async {
    _ = await lock.adoptPasscode(passcode)  // refused
    try? await lock.adoptTimeout(LockTimeout.oneHour)  // refused
    lock.send(.lockRequired)  // refused
}

/// A storage that wraps another must declare its identity. With its own identity it would have a separate lock.
final class ForgetfulStorage: SecureStorageProtocol {  // refused
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
    _ = await StoredBiometricKey(storage: storage, biometrics: NoBiometrics()).exists()  // refused
}

/// The protection of the biometric key must match the platform: by the system, or by a reader's result.
@MainActor
func chooseAnotherPlatform(_ storage: InMemorySecureStorage) {
    _ = ReaderGatedBiometricKey(storage: storage, biometrics: NoBiometrics())  // refused
    _ = LockPlatform.apple()  // refused
    _ = LockPlatform.linux(storage: storage)  // refused
    _ = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage))  // refused
}
