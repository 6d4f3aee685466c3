#if canImport(SwiftUI) && canImport(UIKit)
import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyUI
import Observation

/// Where the app is put together.
@MainActor @Observable
final class Shop {
    let session: SessionModel
    let lock: AccountScreenLock
    let tickets: Tickets
    @ObservationIgnored private let manager: AppLockManager
    @ObservationIgnored private let lifecycle = AppLifecycleManager()
    @ObservationIgnored private var isStarted = false
    @ObservationIgnored private let folder = FileManager.default.urls(
        for: .applicationSupportDirectory, in: .userDomainMask)[0]

    init() {
        let keychain = KeychainSecureStorage()
        let biometrics = LocalBiometricAuth()
        let vault = Vault(
            Vault.Parts(
                storage: keychain, device: HardwareDeviceSecret.orStored(in: keychain),
                biometrics: StoredBiometricKey(storage: keychain, biometrics: biometrics, guardedBy: .storage),
                // The Keychain outlives the app, and this file does not.
                installation: FileInstallationMarker(file: folder.appending(path: "installation")),
                policy: .destroySlots))
        let service = PasscodeService(
            vault: vault, biometrics: biometrics, reason: NSLocalizedString("Open the repair shop.", comment: ""))
        let client = LatchkeyClient(server: Self.server, transport: URLSessionTransport())
        let auth = AuthService(api: client, storage: keychain, vault: vault, turns: InProcessSessionTurns())
        session = SessionModel(auth: auth, lock: service)
        lock = AccountScreenLock(session)
        tickets = Tickets(
            vault: vault, file: folder.appending(path: "tickets"),
            texts: .preferred(from: Locale.preferredLanguages))
        manager = AppLockManager(service: service, lifecycle: lifecycle)
    }

    /// Reads what is stored. Before the first unlock of the device nothing can be read, and nothing is missing. Each
    /// window calls this, and the first one counts.
    func start() async {
        guard !isStarted else { return }
        isStarted = true
        await ProtectedData().waitUntilAvailable()
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = UIKitLifecycleSource().start(reportingTo: lifecycle)
        // By now the app may be active already, which is not reported again.
        lifecycle.updateState(UIKitLifecycleSource.currentState)
        await manager.start()
        await session.start()
    }

    private static var server: ServerURL {
        let text = ProcessInfo.processInfo.environment["LATCHKEY_SERVER"] ?? "http://127.0.0.1:8080"
        // The developer's own setting, in the scheme: a mistake in it is to be seen at the first start.
        guard let server = ServerURL(text) else { preconditionFailure("LATCHKEY_SERVER is no address: \(text)") }
        return server
    }
}
#endif
