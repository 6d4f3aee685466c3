// What an app must not be able to write. `scripts/check misuse` compiles it as an app outside the package: each marked
// line has to be an error, and no other one may be.
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage

/// The vault is opened and locked by its lock alone: the screen would not know.
func openBehindTheLock(_ vault: Vault, _ passcode: Passcode) async throws {
    _ = try await vault.unlock(with: passcode, since: 0)  // refused
    _ = try await vault.unlockWithBiometrics(reason: "", since: 0)  // refused
    _ = RecoveryKey.self  // refused
    try await vault.openUnprotected(since: 0)  // refused
    _ = try await vault.verify(passcode)  // refused
    vault.lock()  // refused
}

/// So is the layer between the app and its vault.
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

/// A second lock over one vault, or a vault without a lock.
@MainActor
func assembleByHand(_ lock: PasscodeService, _ lifecycle: AppLifecycleManager, _ platform: LockPlatform) {
    _ = PasscodeService(vault: lock.vault, biometrics: NoBiometrics(), reason: "")  // refused
    _ = AppLockManager(service: lock, lifecycle: lifecycle)  // refused
    _ = platform.lock(.device(.erase), tenFailures: .erase, policy: PasscodePolicy(), reason: "")  // refused
    _ = LockRegistry.process  // refused
    _ = Vault.Parts.self  // refused
}

/// What notifies the lock first: code that blocks there would keep it open.
func hearBesideTheLock(_ lifecycle: AppLifecycleManager) {
    lifecycle.onReport({ _ in }, afterwards: {})  // refused
}

/// What only an account's session may do, and what the screen is told by others.
@MainActor
func bypassTheAccount(_ lock: PasscodeService, _ passcode: Passcode) async {
    _ = await lock.adoptPasscode(passcode)  // refused
    try? await lock.adoptTimeout(LockTimeout.oneHour)  // refused
    lock.send(.lockRequired)  // refused
}

/// A storage that hands on to another one has to say so: with an identity of its own it would have a lock of its own.
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

/// The key that a match releases goes to the vault alone.
func releaseBesideTheLock(_ storage: InMemorySecureStorage) async {
    _ = await StoredBiometricKey(storage: storage, biometrics: NoBiometrics()).exists()  // refused
}

/// A reader's yes releases nothing where the system holds the key back, and the other way round.
@MainActor
func chooseAnotherPlatform(_ storage: InMemorySecureStorage) {
    _ = ReaderGatedBiometricKey(storage: storage, biometrics: NoBiometrics())  // refused
    _ = LockPlatform.apple()  // refused
    _ = LockPlatform.linux(storage: storage)  // refused
    _ = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage))  // refused
}
