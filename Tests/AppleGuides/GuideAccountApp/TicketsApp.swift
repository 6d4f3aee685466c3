import LatchkeyAPI
import LatchkeyLock
import LatchkeySession
import LatchkeyUI
import SwiftUI

@main
struct TicketsApp: App {
    @State private var session = ServerURL("https://passcodes.example.com").map {
        AppLock.account(.apple(), server: $0, reason: "Open the repair shop.", turns: InProcessSessionTurns())
    }

    var body: some Scene {
        WindowGroup {
            if let session {
                SessionView(session) { NavigationStack { AccountView(session: session) } }
            } else {
                Text(verbatim: "The server's address is not one.")
            }
        }
    }
}
