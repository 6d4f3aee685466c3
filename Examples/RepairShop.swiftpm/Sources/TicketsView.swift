#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
import LatchkeyLock
import LatchkeySession
import LatchkeyUI
import SwiftUI

/// The repairs, and the ways to the settings and the account.
struct TicketsView: View {
    let shop: Shop
    @State private var title = ""
    @State private var isErasingOthers = false
    @Environment(\.screenTexts) private var texts

    var body: some View {
        NavigationStack {
            List {
                ForEach(shop.tickets.all) { Text(verbatim: $0.title) }
                TextField("New ticket", text: $title).onSubmit(add).disabled(!shop.tickets.isReadable)
                if let problem = shop.tickets.problem { Text(verbatim: problem) }
                if !shop.tickets.others.isEmpty {
                    Text("Tickets are stored here that were locked with another key.")
                    Button("Delete them", role: .destructive) { isErasingOthers = true }
                }
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
        .alert(Text("Delete these tickets for good?"), isPresented: $isErasingOthers) {
            Button(texts[.cancel], role: .cancel) {}
            Button("Delete them", role: .destructive) { Task { await shop.tickets.eraseOthers() } }
        } message: {
            Text("Tickets are stored here that were locked with another key.")
        }
        .onChange(of: shop.session.state, initial: true) { load() }
        // With the first passcode the vault seals tickets.
        .onChange(of: shop.session.protection) { load() }
    }

    private func load() {
        if shop.session.state == .ready { Task { await shop.tickets.load() } } else { shop.tickets.forget() }
    }

    private func add() {
        let text = title
        title = ""
        Task { await shop.tickets.add(text) }
    }
}
#endif
