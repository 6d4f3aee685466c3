internal import LatchkeyAPI
public import LatchkeyLock
public import LatchkeySession

extension SessionModel: LockModel {
    public var access: LockState.Access { Self.access(state, lockState.access) }
    public var canResetPasscode: Bool { true }
    public var canSignInAgain: Bool { state == .locked && problem == nil }
    public var canEnablePasscode: Bool { user?.hasPasscode == true && user?.passcodeEnabled == false }

    /// Returns the access to content for a session's state and a lock.
    static func access(_ state: State, _ lock: LockState.Access) -> LockState.Access {
        switch state {
        case .loading: .loading
        // Signing in and choosing a passcode are separate screens, which no lock may cover.
        case .signedOut, .offeringPasscodeSetup: .unprotected
        // The account requires its passcode, or the stored state cannot be read, whatever the vault on this device has.
        case .locked: lock.isOpen ? .locked : lock
        case .ready: lock
        }
    }
}
