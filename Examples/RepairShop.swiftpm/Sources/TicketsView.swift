#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
import LatchkeySession
import LatchkeyUI
import SwiftUI

/// The repairs, and the ways to the settings and the account.
struct TicketsView: View {
    let shop: Shop
    @State private var title = ""
    @Environment(\.screenTexts) private var texts

    var body: some View {
        NavigationStack {
            List {
                ForEach(shop.tickets.all) { Text(verbatim: $0.title) }
                TextField("New ticket", text: $title).onSubmit(add).disabled(!shop.tickets.isReadable)
                if let problem = shop.tickets.problem { Text(verbatim: problem) }
                NavigationLink {
                    LockSettingsView(shop.session)
                } label: {
                    Text(verbatim: texts[.settings])
                }
                NavigationLink("Account") {
                    // Asked for once more, since it erases.
                    AccountView(shop: shop)
                        .biometricLock(reason: NSLocalizedString("Show the account.", comment: ""))
                }
            }
            .navigationTitle(Text("Repairs"))
        }
        .onChange(of: shop.session.state, initial: true) { _, state in
            if state == .ready { Task { await shop.tickets.load() } } else { shop.tickets.forget() }
        }
    }

    private func add() {
        let text = title
        title = ""
        Task { await shop.tickets.add(text) }
    }
}
#endif
