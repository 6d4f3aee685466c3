#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeySession
import LatchkeyUI

/// Where the app is put together.
@MainActor
final class Shop {
    let session: SessionModel
    let tickets: Tickets
    /// Nil where the shop has no login of its own, and only mails sign in.
    let login: TeamLogin?

    init() {
        let folder = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
            .appending(path: "com.example.latchkey.repairshop")
        session = AppLock.account(
            .apple(folder: folder), server: Self.server,
            reason: NSLocalizedString("Open the repair shop.", comment: ""), sessionLock: InProcessSessionLock())
        login = Self.loginAddress.map { ShopLogin(address: $0, transport: URLSessionTransport()).teamLogin }
        tickets = Tickets(vault: session.vault, texts: .preferred(from: Locale.preferredLanguages)) {
            try TicketStore.open(in: folder.appending(path: "tickets"))
        }
    }

    private static var loginAddress: URL? {
        ProcessInfo.processInfo.environment["SHOP_LOGIN"].flatMap { URL(string: $0) }
    }

    private static var server: ServerURL {
        let text = ProcessInfo.processInfo.environment["LATCHKEY_SERVER"] ?? "http://127.0.0.1:8080"
        // Proof for `preconditionFailure`: only a developer sets it, in the scheme, and must see a mistake at once.
        guard let server = ServerURL(text) else { preconditionFailure("LATCHKEY_SERVER is no address: \(text)") }
        return server
    }
}
#endif
