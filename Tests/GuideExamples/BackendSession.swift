import Foundation
import LatchkeyBiometricSession
import LatchkeyUI
import Observation

/// What the backend issued at sign-in.
nonisolated struct BackendTokens: Codable, Sendable, Equatable {
    var accessToken: String
    var refreshToken: String
}

/// Your backend's client.
protocol Backend: Sendable {
    func signIn(email: String, password: String) async throws -> BackendTokens
    /// Continues a session, and returns its tokens, which may be new.
    func resume(_ tokens: BackendTokens) async throws -> BackendTokens
    func signOut() async
}

/// The signed-in user. One for all windows of the app.
@MainActor @Observable
final class BackendAccount {
    enum State: Equatable {
        case loading
        /// With a sentence for the user, or nil.
        case signedOut(String?)
        case signedIn
    }

    private(set) var state = State.loading
    @ObservationIgnored private(set) lazy var biometrics: BiometricSessionModel<BackendTokens> =
        BiometricSessionModel(stored, texts: texts) { [weak self] in self?.tokens }
    @ObservationIgnored private var tokens: BackendTokens?
    @ObservationIgnored private let backend: any Backend
    @ObservationIgnored private let stored: any BiometricSessionProtocol<BackendTokens>
    @ObservationIgnored private let texts: ScreenTexts

    init(_ backend: some Backend, stored: some BiometricSessionProtocol<BackendTokens>, texts: ScreenTexts) {
        (self.backend, self.stored, self.texts) = (backend, stored, texts)
    }

    /// At launch. With biometrics on, the prompt appears without a button.
    func start(isNewInstallation: Bool) async {
        // The Keychain outlives the app.
        if isNewInstallation { try? await stored.clear() }
        switch await stored.restore(reason: "Sign in to the shop.") {
        case .restored(let tokens): await resume(tokens)
        case .invalidated: state = .signedOut("Face ID or Touch ID has changed. Please sign in again.")
        case .failed(let error): state = .signedOut(error.localizedDescription)
        case .cancelled, .none: state = .signedOut(nil)
        }
    }

    private func resume(_ restored: BackendTokens) async {
        do {
            await refreshed(try await backend.resume(restored))
            state = .signedIn
        } catch {
            // The session stays stored: the next launch may reach the backend.
            state = .signedOut(error.localizedDescription)
        }
    }

    func signIn(email: String, password: String) async {
        do {
            tokens = try await backend.signIn(email: email, password: password)
            state = .signedIn
            await biometrics.signedIn()
        } catch {
            state = .signedOut(error.localizedDescription)
        }
    }

    /// Call it whenever the backend refreshed the tokens.
    func refreshed(_ new: BackendTokens) async {
        tokens = new
        // A refresh does not fail because of this. At worst the next launch asks for sign-in.
        _ = try? await stored.update(new)
    }

    func signOut() async {
        tokens = nil
        await biometrics.setOn(false)
        await backend.signOut()
        state = .signedOut(biometrics.message)
    }
}
