import Foundation
import LatchkeyAPI
import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyUI

/// An app with an account on a server: everything is made here, once, and handed down.
@MainActor
struct RepairShop {
    let session: SessionModel
    let lifecycle = AppLifecycleManager()
    private let manager: AppLockManager

    /// - Parameters:
    ///   - home: A directory of the app's own, which exists.
    ///   - server: Its transport comes in too, so that tests need no network.
    ///   - biometrics: What this device offers.
    init(home: URL, server: LatchkeyClient, biometrics: some BiometricAuthProtocol) throws {
        let directory = home.appendingPathComponent("secrets")
        let secrets = try FileSecureStorage(directory: directory, key: .file(directory.appendingPathComponent("key")))
        let vault = Vault(
            Vault.Parts(
                storage: secrets, device: StoredDeviceSecret(storage: secrets),
                biometrics: ReaderGatedBiometricKey(storage: secrets, biometrics: biometrics),
                installation: nil, policy: .destroySlots))
        let lock = PasscodeService(vault: vault, biometrics: biometrics, reason: "Unlock Repair Shop.")
        let auth = AuthService(
            api: server, storage: secrets, vault: vault,
            turns: FileSessionTurns(file: home.appendingPathComponent("session.lock")))
        session = SessionModel(auth: auth, lock: lock)
        manager = AppLockManager(service: lock, lifecycle: lifecycle)
    }

    /// The session first: after a lock by hand no prompt may come up.
    func launch() async {
        await session.start()
        await manager.start()
    }

    /// What stands on the screen. Content is there in one case only.
    var screen: String {
        switch session.state {
        case .loading: "…"
        case .signedOut: "Sign in"
        case .offeringPasscodeSetup: "Set up a passcode?"
        case .locked: "Locked"
        case .ready: session.lock.state.isCovered ? "Covered" : "Tickets"
        }
    }

    /// Written to a file or a database as it is. Throws `.locked` while the app is.
    func seal(_ note: String) throws(VaultError) -> Data {
        try session.lock.vault.seal(Data(note.utf8), for: "note")
    }
}
