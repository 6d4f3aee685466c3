extension SessionState {
    /// Changes the state by the event. Returns the effects.
    mutating func apply(_ event: SessionEvent) -> [SessionEffect] {
        switch event {
        case .loading: phase = .loading
        case .failedToLoad(let error):
            phase = .unreadable(error)
            return [.withhold]
        case .nothingStored: leave()
        case .restored(let isManuallyLocked): restore(isManuallyLocked)
        case .signedIn(let arrival): return arrive(arrival)
        case .kept(let begun, let notice): keep(begun, notice)
        case .passcodeGiven: takePasscode()
        case .unlocked: isSignInPreferred = false
        case .lockedManually: return lockManually()
        case .passcodeChanged(let begun): return demandPasscode(begun, .unverified, .passcodeChanged)
        case .passcodeDemanded(let begun): return demandPasscode(begun, .signedIn, .passcodeNeeded)
        case .unknownPasscodeDemanded(let begun):
            // C1: the vault has no passcode, and would stay open behind the lock screen.
            return demandPasscode(begun, .unverified, .passcodeNeeded).flatMap { [.withhold, $0] }
        case .passcodeMissing(let begun):
            // Sealed data stays in the vault, which may be open: there is no passcode that could lock it.
            if begun == epoch, phase == .signedIn { phase = .offering }
        case .ended(let begun): return end(begun)
        case .onlyPromptCancelled, .onlyProofForbidden: isSignInPreferred = phase == .signedIn
        case .dropped:
            leave()
            return [.lock]
        case .erased:
            leave()
            (notice, isOfferDue) = (nil, false)
        case .offerResolved: isOfferDue = false
        case .noticeRead: notice = nil
        }
        return []
    }

    private mutating func restore(_ isManuallyLocked: Bool) {
        (phase, isSignInPreferred) = (.signedIn, false)
        // On a retry, the record may be older than the current state.
        isPasscodeDemanded = isPasscodeDemanded || isManuallyLocked
    }

    private mutating func arrive(_ arrival: SessionEvent.Arrival) -> [SessionEffect] {
        epoch.number += 1
        (notice, isOfferDue, isSignInPreferred) = (nil, true, false)
        switch arrival {
        case .passcode:
            phase = .unverified
            // Nothing opens before the server has confirmed, not even a match.
            return [.withhold, .lockManually]
        case .offer: phase = .offering
        case .none: phase = .signedIn
        }
        return []
    }

    private mutating func keep(_ begun: Epoch, _ notice: SessionNotice?) {
        guard begun == epoch else { return }
        (phase, self.notice) = (.signedIn, notice)
        (isPasscodeDemanded, isSignInPreferred) = (false, false)
    }

    private mutating func takePasscode() {
        guard phase == .signedIn else { return }
        (notice, isPasscodeDemanded) = (nil, false)
    }

    private mutating func lockManually() -> [SessionEffect] {
        guard phase == .signedIn else { return [] }
        isPasscodeDemanded = true
        return [.lockManually]
    }

    /// Locks like a manual lock, so that the old slot's biometrics do not open the app.
    private mutating func demandPasscode(
        _ begun: Epoch, _ next: Phase, _ reason: SessionNotice
    ) -> [SessionEffect] {
        guard begun == epoch, phase == .signedIn else { return [] }
        (phase, notice) = (next, reason)
        isPasscodeDemanded = true
        return [.lockManually]
    }

    private mutating func end(_ begun: Epoch) -> [SessionEffect] {
        switch phase {
        case .offering, .unverified, .signedIn:
            guard begun == epoch else { return [] }
            leave()
            notice = .sessionEnded
            return [.lock]
        case .loading, .unreadable, .signedOut: return []
        }
    }

    private mutating func leave() {
        epoch.number += 1
        (phase, isPasscodeDemanded, isSignInPreferred) = (.signedOut, false, false)
    }
}
