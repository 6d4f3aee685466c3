internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeyPasscode

extension SessionModel {
    /// Waits for the server's confirmation of the last unlock. Nil if there was no unlock to confirm.
    public func confirmed() async -> ConfirmationOutcome? { await confirmation?.value }

    /// Begins the server's confirmation of an unlock.
    ///
    /// - Parameters:
    ///   - code: The passcode that opened the vault; nil after a biometric match and at a launch without a passcode.
    ///   - pending: The unlock that waits for the confirmation.
    func beginConfirmation(of code: Passcode? = nil, _ pending: PendingUnlock? = nil) {
        let previous = confirmation
        let (ticket, epoch) = (lock.state.ticket, session.epoch)
        confirmedTicket = ticket
        confirmation = Task {
            defer { pending?.end() }
            _ = await previous?.value
            guard phase == .signedIn, lock.state.ticket == ticket else { return .superseded }
            do throws(SessionError) {
                // Tokens that could not be sealed before the vault was open.
                try await auth.keep()
                let response = try await auth.refresh()
                guard let code, pending?.beginVerifying() == true else {
                    return await settle(response, code: nil, epoch)
                }
                let stamped = try await ask { () async throws(SessionError) in try await auth.verify(code) }
                return await settle(stamped.response, code: code, epoch, isCurrent: isCurrent(stamped))
            } catch {
                return await settle(error, epoch)
            }
        }
    }

    private func settle(
        _ response: SessionResponse, code: Passcode?, _ epoch: SessionState.Epoch, isCurrent: Bool = true
    ) async -> ConfirmationOutcome {
        guard epoch == session.epoch else { return .superseded }
        await learn(response.user)
        guard epoch == session.epoch else { return .superseded }
        if demandsFirstPasscode(response.user, epoch) { return .passcodeNeeded }
        // The response is valid even if the app was locked meanwhile. The passcode is required if the session is
        // locked, or if the account has a passcode that this device does not know yet.
        if code == nil, response.user.locked || response.user.passcodeEnabled && !lock.isPasscodeEnabled {
            await demandPasscode(epoch)
            return .passcodeNeeded
        }
        await takeSettings()
        await lock.vault.removeRetiredKey()
        guard let code else { return .confirmed }
        // C5: a change that lets the vault open without a proof waits for the next unlock.
        guard isCurrent else { return .superseded }
        do {
            if response.user.passcodeEnabled {
                try await keepRecoveryKey(of: response)
                await renewPasscodeSlot(code)
            } else if case .passcode = lock.protection {
                _ = await removePasscode(code)
            }
            return .confirmed
        } catch {
            return error == .locked ? .superseded : .unconfirmed(error)
        }
    }

    private func settle(_ error: SessionError, _ epoch: SessionState.Epoch) async -> ConfirmationOutcome {
        switch error {
        case .ended, .signedOut:
            apply(.ended(epoch))
            return .sessionEnded
        case .locked:
            return .superseded
        case .api(.passcodeNotSet):
            return .confirmed
        case _ where error.isAboutPasscode:
            apply(.passcodeChanged(epoch))
            if await !auth.isSignedIn { apply(.ended(epoch)) }
            try? await auth.note { $0.mustVerify = true }
            return .passcodeNeeded
        default:
            // The team's rules apply even without a response.
            await takeSettings()
            return .unconfirmed(error)
        }
    }

    /// Sets the account's recovery key in the vault.
    func keepRecoveryKey(of response: SessionResponse) async throws(SessionError) {
        guard let key = response.recovery else { return }
        do { try await lock.vault.setRecoveryKey(key) } catch { throw SessionError(error) }
    }

    /// Replaces the passcode slot by one of the required kind, with a passcode that the server has just verified. If
    /// that fails, the next unlock retries it; ``notice`` reports too many devices.
    func renewPasscodeSlot(_ passcode: Passcode) async {
        do { try await lock.vault.renewPasscodeSlot(passcode) } catch {
            if error == .unlockServer(.tooManyDevices) { rejectedTicket = lock.state.ticket }
        }
    }

    /// Requires the passcode, because the server does: nothing else opens the app.
    func demandPasscode(_ epoch: SessionState.Epoch) async {
        guard epoch == session.epoch else { return }
        if lock.isPasscodeEnabled { return apply(.passcodeDemanded(epoch)) }
        // This device does not know the passcode yet: the tokens stay in memory until it is verified.
        await auth.hold()
        apply(.unknownPasscodeDemanded(epoch))
    }
}

extension SessionResponse {
    var recovery: RecoveryKey? {
        recoveryKey.flatMap { Data(base64Encoded: $0) }.flatMap { RecoveryKey($0) }
    }
}
