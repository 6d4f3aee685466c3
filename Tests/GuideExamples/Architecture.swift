import Foundation
import LatchkeyAPI
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyUI

/// An app with an account on a server: everything is made here, once, and handed down.
@MainActor
struct RepairShop {
    let session: SessionModel
    let lifecycle: AppLifecycleManager

    /// - Parameters:
    ///   - home: A directory of the app's own, which exists.
    ///   - server: Its transport comes in too, so that tests need no network.
    ///   - sources: Report that the app leaves: `POSIXSignalLifecycleSource()` in a terminal.
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

    /// Everything in its order, and then what is stored.
    func launch() async { await session.start() }

    /// What the screen shows. Content is there in one case only.
    var screen: String {
        switch session.state {
        case .loading: "…"
        case .signedOut: "Sign in"
        case .offeringPasscodeSetup: "Set up a passcode?"
        case .locked: "Locked"
        case .ready: session.lockState.isCovered ? "Covered" : "Tickets"
        }
    }

    /// Written to a file or a database as it is. Throws `.locked` while the app is.
    func seal(_ note: String) throws(VaultError) -> Data {
        try session.vault.seal(Data(note.utf8), for: "note")
    }
}
