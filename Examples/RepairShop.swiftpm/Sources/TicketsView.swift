#if canImport(SwiftUI) && canImport(UIKit)
import LatchkeyLock
import LatchkeySession
import LatchkeyUI
import SwiftUI

/// The repairs, and the way to the settings.
struct TicketsView: View {
    let shop: Shop
    @State private var title = ""
    @State private var isLeaving = false
    @State private var settings: PasscodeSettingsModel
    @Environment(\.screenTexts) private var texts

    init(shop: Shop) {
        self.shop = shop
        let texts = ScreenTexts.preferred(from: Locale.preferredLanguages)
        _settings = State(wrappedValue: PasscodeSettingsModel(shop.lock, texts: texts))
    }

    var body: some View {
        NavigationStack {
            List {
                ForEach(shop.tickets.all) { Text(verbatim: $0.title) }
                TextField("New ticket", text: $title).onSubmit(add).disabled(!shop.tickets.isReadable)
                if let problem = shop.tickets.problem { Text(verbatim: problem) }
                NavigationLink {
                    PasscodeSettingsView(model: settings) { SetPasscodeModel($0, of: shop.lock, texts: texts) }
                } label: {
                    Text(verbatim: texts[.settings])
                }
                Button(texts[.lockNow]) { Task { await shop.lock.lockNow() } }
                Button(texts[.signOut], role: .destructive) { isLeaving = true }
            }
            .navigationTitle(Text("Repairs"))
        }
        .biometricOffer(shop.session)
        .alert(Text(verbatim: texts[.signOut]), isPresented: $isLeaving) {
            Button(texts[.signOut], role: .destructive) { Task { await shop.signOut() } }
            Button(texts[.cancel], role: .cancel) {}
        } message: {
            Text(verbatim: texts[.signOutWarning])
        }
        .onChange(of: shop.session.state, initial: true) { _, state in
            if state == .ready { shop.tickets.load() } else { shop.tickets.forget() }
        }
    }

    private func add() {
        shop.tickets.add(title)
        title = ""
    }
}
#endif
