import Foundation
import LatchkeyBiometricSession
import LatchkeyUI
import Observation

/// The tokens that the backend issues at sign-in.
nonisolated struct BackendTokens: Codable, Sendable, Equatable {
    /// The user's permanent identifier: another user must confirm before biometrics are enabled.
    var userID: String
    var accessToken: String
    var refreshToken: String
}

/// Your backend's client.
protocol Backend: Sendable {
    func signIn(email: String, password: String) async throws -> BackendTokens
    /// Resumes a session, and returns its tokens, which may be new.
    func resume(_ tokens: BackendTokens) async throws -> BackendTokens
    func signOut() async
}

/// The signed-in user, shared by all windows of the app.
@MainActor @Observable
final class BackendAccount {
    enum State: Equatable {
        case loading
        /// The value is a message for the user, or nil.
        case signedOut(String?)
        case signedIn
    }

    private(set) var state = State.loading
    @ObservationIgnored private(set) lazy var biometrics: BiometricSessionModel<BackendTokens> =
        BiometricSessionModel(stored, texts: texts) { [weak self] in self?.tokens }
    @ObservationIgnored private var tokens: BackendTokens?
    @ObservationIgnored private var launch: Task<Bool, Never>?
    @ObservationIgnored private let backend: any Backend
    @ObservationIgnored private let stored: any BiometricSessionProtocol<BackendTokens>
    @ObservationIgnored private let texts: ScreenTexts

    init(_ backend: some Backend, stored: some BiometricSessionProtocol<BackendTokens>, texts: ScreenTexts) {
        (self.backend, self.stored, self.texts) = (backend, stored, texts)
    }

    /// Restores the session at launch, once: each window may call it. If biometrics are enabled, the prompt appears
    /// immediately. Returns false if a new installation still has the session of an earlier one.
    @discardableResult
    func start(isNewInstallation: Bool) async -> Bool {
        // A second restore would resume with tokens that the first one has used.
        let launch = launch ?? Task { await restore(isNewInstallation: isNewInstallation) }
        self.launch = launch
        return await launch.value
    }

    private func restore(isNewInstallation: Bool) async -> Bool {
        // Keychain items remain after the app is deleted. If they cannot be deleted, they must not be restored.
        do {
            if isNewInstallation { try await stored.clear() }
        } catch {
            state = .signedOut(error.localizedDescription)
            return false
        }
        switch await stored.restore(reason: "Sign in to the shop.") {
        case .restored(let tokens): await resume(tokens)
        case .invalidated: state = .signedOut("Face ID or Touch ID has changed. Please sign in again.")
        case .failed(let error): state = .signedOut(error.localizedDescription)
        case .cancelled, .none: state = .signedOut(nil)
        }
        return true
    }

    private func resume(_ restored: BackendTokens) async {
        do {
            await refreshed(try await backend.resume(restored))
            state = .signedIn
        } catch {
            // The session stays stored for the next launch, when the backend may be reachable.
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

    /// Stores refreshed tokens. Call it after each refresh.
    func refreshed(_ new: BackendTokens) async {
        tokens = new
        // Ignore a failure: at worst, the user has to sign in at the next launch.
        _ = try? await stored.update(new)
    }

    func signOut() async {
        tokens = nil
        await biometrics.setOn(false)
        await backend.signOut()
        state = .signedOut(biometrics.message)
    }
}
