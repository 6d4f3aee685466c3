import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import Synchronization
import Testing

@testable import LatchkeyLinux

/// An unlocked app with a passcode and a fingerprint reader.
@MainActor
final class LockedApp {
    let reader: TestReader
    let logind: TestLogind
    let storage = InMemorySecureStorage()
    let vault: Vault
    let service: PasscodeService
    let passcode: Passcode
    let lifecycle = AppLifecycleManager(initialState: .active)
    /// Yields at each lock of the device.
    let deviceLocks: AsyncStream<Void>
    /// Yields when a held verification starts.
    let checks: AsyncStream<Void>
    let holdsChecks = Held()
    /// Releases held verifications when finished.
    let goOn: AsyncStream<Never>.Continuation
    private let finger: Finger
    private let manager: AppLockManager

    /// - Parameter isOn: Whether fingerprint unlock is enabled.
    init(isOn: Bool = false) async throws {
        (reader, logind) = (try await TestReader(), try TestLogind())
        finger = Finger(reader)
        let (checks, check) = AsyncStream.makeStream(of: Void.self)
        let (gate, goOn) = AsyncStream.makeStream(of: Never.self)
        let (deviceLocks, deviceLock) = AsyncStream.makeStream(of: Void.self)
        (self.checks, self.goOn, self.deviceLocks) = (checks, goOn, deviceLocks)
        let biometrics = reader.biometrics { [finger] in finger.follow($0) }
        vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage),
                biometrics: ReaderGatedBiometricKey(storage: storage, biometrics: biometrics),
                installation: nil, policy: .destroySlots),
            parameters: try ScryptParameters(logN: 1, blockSize: 1, passes: 1),
            stretcher: PasscodeStretcher { [holdsChecks] passcode, salt, parameters throws(VaultError) in
                if holdsChecks.isOn {
                    check.yield()
                    for await _ in gate {}
                }
                return try await PasscodeStretcher.scrypt.stretch(passcode, salt: salt, parameters: parameters)
            })
        service = PasscodeService(vault: vault, biometrics: biometrics, reason: "Unlock the test.")
        manager = AppLockManager(service: service, lifecycle: lifecycle)
        passcode = try #require(Passcode("593072"))
        await manager.start()
        #expect(await service.setPasscode(passcode) == .done)
        if isOn { #expect(await service.setBiometric(enabled: true, confirming: passcode) == .done) }
        lifecycle.onDeviceLock { deviceLock.yield() }
    }

    /// Observes logind until the registration is cancelled.
    func follow() async throws -> LifecycleRegistration {
        try logind.findsSession()
        return await logind.source().start(reportingTo: lifecycle)
    }

    /// Sends the command when the reader next waits for a finger.
    func next(_ command: String) { finger.doing { try $0.does(command) } }

    /// Runs the closure when the reader next waits for a finger.
    func atTouch(_ doing: @escaping @Sendable (TestReader) throws -> Void) { finger.doing(doing) }

    /// Waits until the reader waits for a finger.
    func touched() async { for await _ in finger.touches { return } }
}

/// A switch that holds passcode verifications.
final class Held: Sendable {
    private let value = Mutex(false)
    var isOn: Bool {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}

/// A queue of actions to run when the reader waits for a finger.
private final class Finger: Sendable {
    let touches: AsyncStream<Void>
    private let touch: AsyncStream<Void>.Continuation
    private let doings = Mutex<[@Sendable (TestReader) throws -> Void]>([])
    private let reader: TestReader

    init(_ reader: TestReader) {
        self.reader = reader
        (touches, touch) = AsyncStream.makeStream(of: Void.self)
    }

    func doing(_ doing: @escaping @Sendable (TestReader) throws -> Void) { doings.withLock { $0.append(doing) } }

    func follow(_ hint: FingerprintHint) {
        touch.yield()
        guard let next = doings.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
        do { try next(reader) } catch { Issue.record(error) }
    }
}
