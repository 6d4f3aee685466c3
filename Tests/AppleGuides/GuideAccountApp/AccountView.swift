import Foundation
import LatchkeyAPI
import LatchkeySession
import LatchkeyUI
import SwiftUI

/// The account below the lock: whose it is, what it keeps, the passcode's settings, and signing out, which is warned of
/// first.
struct AccountView: View {
    let shop: Shop
    @State private var leaving: SignOutModel

    init(shop: Shop) {
        self.shop = shop
        let texts = ScreenTexts.preferred(from: Locale.preferredLanguages)
        _leaving = State(wrappedValue: SignOutModel(shop.session, texts: texts))
    }

    var body: some View {
        List {
            if let user = shop.session.user { Text(verbatim: user.email) }
            NavigationLink("Notes") { NotesView(notes: shop.notes) }
            NavigationLink("Passcode") { LockSettingsView(shop.session) }
            Button("Lock") { Task { await shop.session.lockNow() } }
            if leaving.isAsking {
                Text(verbatim: leaving.warning)
                Button("Sign out and erase", role: .destructive) { Task { await signOut() } }
                Button("Cancel") { leaving.cancel() }
            } else {
                Button("Sign out", role: .destructive) { leaving.ask() }
            }
            if let message = leaving.message { Text(verbatim: message) }
        }
        .disabled(leaving.isWorking)
    }

    private func signOut() async {
        await leaving.confirm()
        // Nothing opens the file once the vault is erased.
        if leaving.message == nil { shop.notes.erase() }
    }
}
