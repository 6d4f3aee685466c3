import LatchkeyAPI
import LatchkeyLock
import LatchkeySession
import LatchkeyUI
import SwiftUI

@main
struct TicketsApp: App {
    @State private var shop = ServerURL("https://passcodes.example.com").map { Shop(server: $0) }

    var body: some Scene {
        WindowGroup {
            if let shop {
                SessionView(shop.session) { NavigationStack { AccountView(shop: shop) } }
            } else {
                Text(verbatim: "The server's address must be an https URL.")
            }
        }
        #if os(macOS)
        Settings {
            if let shop {
                SessionView(shop.session) { LockSettingsView(shop.session) }
            }
        }
        #endif
    }
}

/// State that all windows share.
@MainActor
final class Shop {
    let session: SessionModel
    let notes: Notes

    init(server: ServerURL) {
        session = AppLock.account(
            .apple(), server: server, reason: "Open the repair shop.", sessionLock: InProcessSessionLock())
        notes = Notes(session)
    }
}
