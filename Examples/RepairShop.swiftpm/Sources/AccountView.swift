#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
import LatchkeyAPI
import LatchkeySession
import LatchkeyUI
import SwiftUI

/// Whose account it is, signing out, which is warned of first, and deleting the account.
struct AccountView: View {
    let shop: Shop
    @State private var leaving: SignOutModel
    @State private var isDeleting = false
    @Environment(\.screenTexts) private var texts

    init(shop: Shop) {
        self.shop = shop
        let texts = ScreenTexts.preferred(from: Locale.preferredLanguages)
        _leaving = State(wrappedValue: SignOutModel(shop.session, texts: texts))
    }

    var body: some View {
        List {
            if let user = shop.session.user { Text(verbatim: user.email) }
            if leaving.isAsking {
                Text(verbatim: leaving.warning)
                Button(texts[.signOut], role: .destructive) { Task { await signOut() } }
                Button(texts[.cancel]) { leaving.cancel() }
            } else {
                Button(texts[.signOut], role: .destructive) { leaving.ask() }
            }
            if let message = leaving.message { Text(verbatim: message) }
            Button(texts[.deleteAccount], role: .destructive) { isDeleting = true }
        }
        .disabled(leaving.isWorking)
        .navigationTitle(Text("Account"))
        .sheet(isPresented: $isDeleting) {
            DeleteAccountView(shop.session, onDeleted: { await shop.tickets.erase() }, onCancel: { isDeleting = false })
        }
    }

    private func signOut() async {
        await leaving.confirm()
        // Only if the key is erased: a second tap leaves before that.
        if shop.session.state == .signedOut { await shop.tickets.erase() }
    }
}
#endif
