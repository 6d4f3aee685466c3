internal import LatchkeyAPI
public import LatchkeyLock
public import LatchkeySession

extension SessionModel: LockModel {
    public var access: LockState.Access { Self.access(state, lockState.access) }
    public var canResetPasscode: Bool { true }
    public var canSignInAgain: Bool { state == .locked && problem == nil }
    public var canEnablePasscode: Bool { user?.hasPasscode == true && user?.passcodeEnabled == false }

    /// Whether content may be shown in a session's state, beside a lock's.
    static func access(_ state: State, _ lock: LockState.Access) -> LockState.Access {
        switch state {
        case .loading: .loading
        // Signing in and choosing a passcode are screens of their own, which no lock may lie over.
        case .signedOut, .offeringPasscodeSetup: .unprotected
        // The account asks for its passcode, or what is stored cannot be read, whatever the vault here has.
        case .locked: lock.isOpen ? .locked : lock
        case .ready: lock
        }
    }
}
