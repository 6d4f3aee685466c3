import LatchkeyTestSupport
import Testing
import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeySession

/// The persistent state of a device with one app, and its server. `app()` simulates a start of the app.
struct Device: Sendable {
    var storage = InMemorySecureStorage()
    var server = FakeServer()
    var clock = ManualClock()
    var lockClock = ManualClock()
    var reader = MockBiometricAuth(.fingerprint)
    var sessionLock: any SessionLock = InProcessSessionLock()
    var sealsWithoutPasscode = true
    /// The API; nil for the fake server.
    var api: (any SessionAPI)?

    @MainActor func app(
        _ unprotectedLaunch: SessionModel.UnprotectedLaunch = .restore,
        reader: (any BiometricAuthProtocol)? = nil
    ) -> App {
        app(on: storage, unprotectedLaunch, reader: reader)
    }

    @MainActor func app(
        on storage: some SecureStorageProtocol, _ unprotectedLaunch: SessionModel.UnprotectedLaunch = .restore,
        reader: (any BiometricAuthProtocol)? = nil
    ) -> App {
        let reader: any BiometricAuthProtocol = reader ?? self.reader
        let api: any SessionAPI = api ?? server
        let unlockServer = SessionUnlockServer(api: api)
        var parts = Vault.Parts(
            storage: storage, device: StoredDeviceSecret(storage: storage),
            biometrics: ReaderGatedBiometricKey(storage: storage, biometrics: reader),
            installation: nil, policy: .destroySlots, clock: lockClock)
        parts.unlockServer = unlockServer
        let vault = Vault(
            parts, parameters: (try? ScryptParameters(logN: 1, blockSize: 1, passes: 1)) ?? .standard)
        let lock = PasscodeService(vault: vault, biometrics: reader, reason: "Unlock the test.")
        let auth = AuthService(api: api, storage: storage, vault: vault, sessionLock: sessionLock, clock: clock)
        unlockServer.connect(auth)
        let model = SessionModel(
            auth: auth, lock: lock, unprotectedLaunch: unprotectedLaunch, sealsWithoutPasscode: sealsWithoutPasscode)
        let lifecycle = MockAppLifecycle(initialState: .active)
        return App(
            model: model, lock: lock, auth: auth, lifecycle: lifecycle,
            manager: AppLockManager(service: lock, lifecycle: lifecycle))
    }

    /// Returns a launched app.
    @MainActor func launched(_ unprotectedLaunch: SessionModel.UnprotectedLaunch = .restore) async -> App {
        let app = app(unprotectedLaunch)
        await app.launch()
        return app
    }

    /// Returns a signed-in app with biometrics instead of a passcode.
    @MainActor func guarded() async -> App {
        let app = await launched(.signInAgain)
        await app.signIn()
        #expect(await app.model.useBiometricsOnly() == .done)
        return app
    }

    /// Returns a signed-in app with the correct passcode, a sealed note, and a completed confirmation.
    @MainActor func ready(biometrics: Bool = false) async -> (App, note: Data) {
        let app = await launched()
        await app.signIn()
        _ = await app.model.setPasscode(.right)
        if biometrics { _ = await app.model.setBiometric(enabled: true, confirming: .right) }
        _ = await app.model.confirmed()
        return (app, (try? app.lock.vault.seal(Data("note".utf8), for: "note")) ?? Data())
    }
}

/// The app's process.
@MainActor struct App {
    let model: SessionModel
    let lock: PasscodeService
    let auth: AuthService
    let lifecycle: MockAppLifecycle
    let manager: AppLockManager

    func launch() async {
        await model.start()
        await manager.start()
    }

    @discardableResult func signIn(_ email: String = "ada@example.org") async -> SignInOutcome {
        await model.signIn(with: .code("right", email: email))
    }

    /// Calls the API. Returns the access token of the call.
    func call() async -> Result<String, SessionError> {
        do { return .success(try await model.perform { token in token }) } catch { return .failure(error) }
    }

    func reads(_ note: Data) -> Bool { (try? lock.vault.open(note, for: "note")) == Data("note".utf8) }
}

/// Yields until the condition is met, and fails after a minute.
@MainActor func until(
    _ condition: @MainActor () async -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async {
    let end = ContinuousClock.now + .seconds(60)
    while !(await condition()) {
        guard ContinuousClock.now < end else {
            Issue.record("what the test waits for did not come within a minute", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}

extension Passcode {
    static func test(_ text: String) -> Passcode {
        guard let passcode = Passcode(text) else { preconditionFailure("six digits") }
        return passcode
    }
    static let right = test("481920")
    static let other = test("730416")
    static let wrong = test("593072")
}
