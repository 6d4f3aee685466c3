#if canImport(SwiftUI) && canImport(UIKit)
import LatchkeyLock
import LatchkeySession
import LatchkeyUI
import SwiftUI

/// What the session's state asks for.
struct RootView: View {
    let shop: Shop
    @State private var signIn: SignInModel
    @State private var setPasscode: SetPasscodeModel
    @Environment(\.screenTexts) private var texts

    init(shop: Shop) {
        self.shop = shop
        let texts = ScreenTexts.preferred(from: Locale.preferredLanguages)
        _signIn = State(wrappedValue: SignInModel(shop.session, texts: texts))
        _setPasscode = State(wrappedValue: SetPasscodeModel(.set, of: shop.lock, texts: texts))
    }

    var body: some View {
        Group {
            switch shop.session.state {
            case .loading: ProgressView()
            case .signedOut: SignInView(model: signIn)
            case .offeringPasscodeSetup:
                SetPasscodeView(
                    model: setPasscode, onDone: {}, onCancel: { Task { _ = await shop.session.setUpLater() } }
                )
                // It may be the second account since launch.
                .onAppear { setPasscode.restart() }
            case .locked, .ready:
                TicketsView(shop: shop)
                    .appLock(shop.lock) { ResetPasscodeModel(shop.session, texts: texts) }
            }
        }
        .task { await shop.start() }
    }
}
#endif
