import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeySession
import LatchkeyUI
import SwiftUI

/// The account below the lock: whose it is, what it keeps, the passcode's settings, signing out, which is warned of
/// first, and deleting the account.
struct AccountView: View {
    let shop: Shop
    @State private var leaving: SignOutModel
    @State private var isDeleting = false

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
            // After "Set up later" there is nothing to lock with.
            Button("Lock") { Task { await shop.session.lockNow() } }.disabled(!shop.session.isProtected)
            Button("Sign out", role: .destructive) { leaving.ask() }
            Button("Delete account", role: .destructive) { isDeleting = true }
            if let message = leaving.message { Text(verbatim: message) }
        }
        .disabled(leaving.isWorking)
        .alert(Text("Sign out?"), isPresented: $leaving.isAsking) {
            Button("Sign out and erase", role: .destructive) { Task { await signOut() } }
            Button("Cancel", role: .cancel) { leaving.cancel() }
        } message: {
            Text(verbatim: leaving.warning)
        }
        .sheet(isPresented: $isDeleting) {
            DeleteAccountView(shop.session, onDeleted: { shop.notes.erase() }, onCancel: { isDeleting = false })
        }
    }

    private func signOut() async {
        await leaving.confirm()
        // Only if the vault is erased, after which nothing opens the file: a second tap leaves before that.
        if shop.session.state == .signedOut { shop.notes.erase() }
    }
}
