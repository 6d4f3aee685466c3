public import LatchkeyLifecycle

/// The lock as the app sees it: a value that only events change, by fixed rules.
///
/// Content is shown only in `unlocked` and `unprotected`, and only while it is not covered.
public struct LockState: Sendable, Hashable {
    /// Whether the app may be used.
    public enum Access: Sendable, Hashable {
        /// What is stored has not been read yet. Counts as locked.
        case loading
        /// There is no passcode: the app does not lock, and no proof is needed.
        case unprotected
        /// A proof is needed. There is no key in memory.
        case locked
        /// A proof was given since the last lock.
        case unlocked
        /// Only the account's recovery key opens the vault; otherwise it can only be erased. Counts as locked.
        case awaitingRecovery
        /// What is stored cannot be read, which is never taken for "no passcode". Counts as locked; reading may be
        /// tried again.
        case unreadable
    }

    /// Identifies the time between two locks. A proof counts only in the time in which it was requested.
    public struct Ticket: Sendable, Hashable {
        var number: UInt64 = 0
    }

    /// Identifies a biometric prompt, so that a late answer is not taken for that of a newer prompt.
    public struct Prompt: Sendable, Hashable {
        var number: UInt64 = 0
    }

    public internal(set) var access = Access.loading
    /// How near the app is to its user: its content is covered unless it is active.
    public internal(set) var appState = AppState.background
    /// Whether a biometric match can unlock.
    public internal(set) var isBiometric = false
    /// The ticket of proofs that are requested now.
    public internal(set) var ticket = Ticket()
    /// The prompt that is up, or nil.
    public internal(set) var prompt: Prompt?
    /// Whether a system prompt of the app's own is up.
    public internal(set) var isAppPromptUp = false
    /// Whether prompts come up by themselves, and not on request only.
    public internal(set) var promptsByItself = true
    /// Whether the next prompt may come up by itself: once after launch, and once after each return to the app from the
    /// background or from an absence that locks.
    var mayAskByItself = true
    /// Whether the person locked manually: then prompts come up on request only, until the next unlock.
    var isManuallyLocked = false
    var lastPrompt = Prompt()

    public init() {}

    /// Whether the app must not be used. What cannot be read is locked.
    public var isLocked: Bool { access != .unlocked && access != .unprotected }

    /// Whether a prompt of the system is up for this app, which makes it inactive.
    public var isPrompting: Bool { prompt != nil || isAppPromptUp }

    /// Whether content must be covered. Covered is not locked. The system's own prompt makes the app inactive and
    /// covers nothing.
    public var isCovered: Bool {
        switch appState {
        case .active: false
        case .inactive: !isPrompting
        case .background: true
        }
    }
}
