import Foundation
import LatchkeyAPI
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyUI

/// The composition root of an app with an account. It creates each object once, and passes it on.
@MainActor
struct RepairShop {
    let session: SessionModel
    let lifecycle: AppLifecycleManager

    /// - Parameters:
    ///   - home: An existing directory that only this app uses.
    ///   - server: The client of the server. Tests pass one without a network.
    ///   - sources: Sources of lifecycle events, such as `POSIXSignalLifecycleSource()` in a terminal.
    init(home: URL, server: LatchkeyClient, sources: [any LifecycleSource]) throws {
        let directory = home.appendingPathComponent("secrets")
        let secrets = try FileSecureStorage(directory: directory, key: .file(directory.appendingPathComponent("key")))
        let device = StoredDeviceSecret(storage: secrets)
        let platform = LockPlatform(storage: secrets, device: device, sources: sources)
        lifecycle = platform.lifecycle
        session = AppLock.account(
            platform, api: server, reason: "Unlock Repair Shop.",
            sessionLock: FileSessionLock(file: home.appendingPathComponent("session.lock")))
    }

    /// Starts all parts in order, and restores the stored session.
    func launch() async { await session.start() }

    /// The text of the screen. Only one state shows content.
    var screen: String {
        switch session.state {
        case .loading: "…"
        case .signedOut: "Sign in"
        case .offeringPasscodeSetup: "Set up a passcode?"
        case .locked: "Locked"
        case .ready: session.lockState.isCovered ? "Covered" : "Tickets"
        }
    }

    /// Returns a sealed note, ready to be stored. Throws `.locked` while the app is locked.
    func seal(_ note: String) throws(VaultError) -> Data {
        try session.vault.seal(Data(note.utf8), for: "note")
    }
}
