#if canImport(SwiftUI) && canImport(UIKit)
import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeySession
import LatchkeyUI
import Observation

/// Where the app is put together.
@MainActor @Observable
final class Shop {
    let session: SessionModel
    let lock: AccountScreenLock
    let tickets: Tickets
    @ObservationIgnored private var isStarted = false
    @ObservationIgnored private let folder = FileManager.default.urls(
        for: .applicationSupportDirectory, in: .userDomainMask)[0]

    init() {
        let platform = LockPlatform.apple(folder: folder)
        session = AppLock.account(
            platform, server: Self.server, reason: NSLocalizedString("Open the repair shop.", comment: ""),
            turns: InProcessSessionTurns())
        lock = AccountScreenLock(session)
        tickets = Tickets(
            vault: session.status.vault, folder: folder.appending(path: "sealed"),
            texts: .preferred(from: Locale.preferredLanguages))
    }

    /// Reads what is stored. Each window calls this, and the first one counts.
    func start() async {
        guard !isStarted else { return }
        isStarted = true
        await session.start()
    }

    /// Signs out. What the vault sealed goes with its key.
    func signOut() async {
        if await session.signOut() == nil { tickets.erase() }
    }

    private static var server: ServerURL {
        let text = ProcessInfo.processInfo.environment["LATCHKEY_SERVER"] ?? "http://127.0.0.1:8080"
        // The developer's own setting, in the scheme: a mistake in it is to be seen at the first start.
        guard let server = ServerURL(text) else { preconditionFailure("LATCHKEY_SERVER is no address: \(text)") }
        return server
    }
}
#endif
