internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeyPasscode

extension SessionModel {
    /// Waits for what the server says about the last unlock; nil when there was none to confirm.
    public func confirmed() async -> Confirmation? { await confirmation?.value }

    func beginConfirmation(of code: Passcode?) {
        let previous = confirmation
        let ticket = lock.state.ticket
        confirmedTicket = ticket
        confirmation = Task {
            _ = await previous?.value
            guard phase == .signedIn, lock.state.ticket == ticket else { return .superseded }
            do throws(SessionError) {
                // Tokens that waited for the vault to open.
                try await auth.keep()
                if let code {
                    let response = try await auth.verify(code)
                    return await settle(response, code: code, ticket: ticket)
                }
                let response = try await auth.refresh()
                return await settle(response, code: nil, ticket: ticket)
            } catch {
                return await settle(error)
            }
        }
    }

    private func settle(_ response: SessionResponse, code: Passcode?, ticket: LockState.Ticket) async -> Confirmation {
        user = response.user
        // What the server said holds also when a lock came meanwhile.
        // Or the account has a passcode that this device does not know yet, whether the session is locked or not.
        if code == nil, response.user.locked || response.user.passcodeEnabled && !lock.isPasscodeEnabled {
            await demandPasscode()
            return .passcodeNeeded
        }
        await takeTimeout()
        guard let code else { return .confirmed }
        do {
            if response.user.passcodeEnabled {
                try await keepRecoveryKey(of: response)
            } else if case .passcode = lock.protection {
                _ = await lock.removePasscode(confirming: code)
            }
            return .confirmed
        } catch {
            return error == .locked ? .superseded : .unconfirmed(error)
        }
    }

    private func settle(_ error: SessionError) async -> Confirmation {
        switch error {
        case .ended, .signedOut:
            endSession()
            return .sessionEnded
        case .locked:
            return .superseded
        case .api(.passcodeNotSet):
            return .confirmed
        case _ where error.isAboutPasscode:
            // By hand, so that no prompt comes up by itself: the old slot's biometrics must not open either.
            lock.lockApp()
            notice = .passcodeChanged
            phase = await auth.isSignedIn ? .unverified : .signedOut
            try? await auth.note { $0.mustVerify = true }
            return .passcodeNeeded
        default:
            return .unconfirmed(error)
        }
    }

    /// Sees to it that the account's recovery key opens the vault.
    func keepRecoveryKey(of response: SessionResponse) async throws(SessionError) {
        guard let key = response.recovery else { return }
        do { try await lock.vault.setRecoveryKey(key) } catch { throw SessionError(error) }
    }

    /// The server has ended the session: locked, without tokens, with the vault.
    func endSession() {
        lock.requireLock()
        notice = .sessionEnded
        phase = .signedOut
    }

    /// The server asks for the passcode: nothing else opens.
    func demandPasscode() async {
        notice = .passcodeNeeded
        guard lock.isPasscodeEnabled else {
            // This device does not know it yet: the tokens wait in memory until it was given.
            await auth.hold()
            lock.requireLock()
            return phase = .unverified
        }
        lock.lockApp()
        isPasscodeDemanded = true
    }
}

extension SessionResponse {
    var recovery: RecoveryKey? {
        recoveryKey.flatMap { Data(base64Encoded: $0) }.flatMap { RecoveryKey($0) }
    }
}
