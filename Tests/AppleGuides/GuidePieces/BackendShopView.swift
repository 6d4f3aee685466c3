import Foundation
import LatchkeyBiometricSession
import LatchkeyBiometrics
import LatchkeySecureStorage
import LatchkeyUI
import SwiftUI

extension BackendAccount {
    /// The account over the Keychain and the device's biometrics.
    convenience init(_ backend: some Backend) {
        let stored = BiometricSession<BackendTokens>(
            storage: KeychainSecureStorage(), biometrics: LocalBiometricAuth(), user: \.userID)
        self.init(backend, stored: stored, texts: .preferred(from: Locale.preferredLanguages))
    }

    func launch() async {
        // Unlike the Keychain, the user defaults are deleted with the app.
        let isNew = !UserDefaults.standard.bool(forKey: "hasLaunched")
        // Only after the session is deleted: otherwise the next launch would restore it.
        if await start(isNewInstallation: isNew) { UserDefaults.standard.set(true, forKey: "hasLaunched") }
    }
}

struct BackendShopView: View {
    let account: BackendAccount
    @State private var email = ""
    @State private var password = ""

    var body: some View {
        switch account.state {
        case .loading: ProgressView().task { await account.launch() }
        case .signedOut(let reason):
            Form {
                TextField("Email address", text: $email)
                SecureField("Password", text: $password)
                Button("Sign in") { Task { await account.signIn(email: email, password: password) } }
                if let reason { Text(verbatim: reason) }
            }
        case .signedIn:
            Form {
                BiometricSessionToggle(account.biometrics)
                Button("Sign out") { Task { await account.signOut() } }
            }
            .biometricOffer(account.biometrics)
        }
    }
}
