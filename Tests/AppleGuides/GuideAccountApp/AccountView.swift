import Foundation
import LatchkeyAPI
import LatchkeySession
import LatchkeyUI
import SwiftUI

/// The account below the lock: whose it is, the passcode's settings, and signing out, which is warned of first.
struct AccountView: View {
    let session: SessionModel
    @State private var leaving: SignOutModel

    init(session: SessionModel) {
        self.session = session
        let texts = ScreenTexts.preferred(from: Locale.preferredLanguages)
        _leaving = State(wrappedValue: SignOutModel(session, texts: texts))
    }

    var body: some View {
        List {
            if let user = session.user { Text(verbatim: user.email) }
            NavigationLink("Passcode") { LockSettingsView(AccountScreenLock(session)) }
            if leaving.isAsking {
                Text(verbatim: leaving.warning)
                Button("Sign out and erase", role: .destructive) { Task { await leaving.confirm() } }
                Button("Cancel") { leaving.cancel() }
            } else {
                Button("Sign out", role: .destructive) { leaving.ask() }
            }
            if let message = leaving.message { Text(verbatim: message) }
        }
        .disabled(leaving.isWorking)
    }
}
