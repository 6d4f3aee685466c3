internal import Foundation
internal import LatchkeyLock
internal import LatchkeySession
internal import LatchkeyUI

/// The stored state of one server on this device.
struct Status: Encodable, Equatable {
    enum State: String, Encodable {
        case signedOut = "signed_out"
        /// Signed in; the passcode unlocks the notes.
        case locked
        /// Signed in, without a passcode.
        case unprotected
        /// Signing in with the account's passcode is required to unlock the notes.
        case awaitingRecovery = "awaiting_recovery"
        /// Signing in again is required, because the server has destroyed its key for this device.
        case shut
    }

    let state: State
    /// The requirements for trying a passcode; nil without a passcode that unlocks.
    let unlock: UnlockProtection?
    let passcode: Bool
    let biometrics: Bool
    /// The seconds until the next attempt is accepted, rounded up.
    let waitSeconds: Int
    let server: String

    /// Reads the stored state. Prompts for nothing and sends no request.
    @MainActor
    init(of environment: AppEnvironment, now: Date = Date()) async throws {
        let protection = try await environment.vault.prepare()
        let isSignedIn = try await environment.session.hasStoredSession()
        let isForTokensOnly = try await environment.vault.isForTokensOnly()
        server = environment.settings.serverName
        switch protection {
        case .absent, .open:
            (state, passcode, biometrics) = (isSignedIn ? .unprotected : .signedOut, false, false)
        case .passcode(let isOn): (state, passcode, biometrics) = (isSignedIn ? .locked : .signedOut, true, isOn)
        case .biometricsOnly: (state, passcode, biometrics) = (isSignedIn ? .locked : .signedOut, false, true)
        // The enrolment has changed. Signing in replaces the vault.
        case .awaitingRecovery where isForTokensOnly: (state, passcode, biometrics) = (.signedOut, false, false)
        case .awaitingRecovery: (state, passcode, biometrics) = (.awaitingRecovery, true, false)
        case .shut: (state, passcode, biometrics) = (.shut, true, false)
        }
        if case .passcode = protection {
            unlock =
                try await environment.vault.requiresServer()
                ? .server : environment.session.mustUnlockWithServer() ? .serverPending : .offline
        } else {
            unlock = nil
        }
        let end = unlock != nil ? try await environment.vault.attempts().waitUntil : nil
        waitSeconds = max(0, Int((end?.timeIntervalSince(now) ?? 0).rounded(.up)))
    }

    func text(in texts: TerminalTexts) -> String {
        var lines = [texts[.serverLabel].replacing("{server}", with: server)]
        switch state {
        case .signedOut: lines.append(texts[SessionText.signedOut])
        case .locked: lines.append(texts.screens.lock[.locked])
        case .unprotected: lines.append(texts.screens.lock[.noPasscode])
        case .awaitingRecovery: lines.append(texts.screens.lock[.exhausted])
        case .shut: lines.append(texts.screens.lock[.deviceShut])
        }
        if let unlock { lines.append(unlock.text(in: texts)) }
        if waitSeconds > 0 {
            lines.append(texts.screens.lock[.wait].replacing("{seconds}", with: String(waitSeconds)))
        }
        return lines.joined(separator: "\n")
    }
}
