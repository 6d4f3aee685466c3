public import LatchkeyLifecycle

/// The lock's state for the app: a value that only events change.
///
/// Content is shown only in `unlocked` and `unprotected`, and only while it is not covered.
public struct LockState: Sendable, Hashable {
    /// The access to the app.
    public enum Access: Sendable, Hashable {
        /// The stored state was not read yet. Counts as locked.
        case loading
        /// There is no passcode: the app does not lock, and no proof is required.
        case unprotected
        /// A proof is required. There is no key in memory.
        case locked
        /// A proof was verified since the last lock.
        case unlocked
        /// Only the account's recovery key opens the vault, or it can be erased. Counts as locked.
        case awaitingRecovery
        /// The stored state cannot be read, which never means that there is no passcode. Counts as locked; reading may
        /// be retried.
        case unreadable
    }

    /// The identifier of the time between two locks. A proof is valid only in the time in which it was requested.
    public struct Ticket: Sendable, Hashable {
        var number: UInt64 = 0

        /// The ticket after one lock.
        package var next: Ticket { Ticket(number: number + 1) }
    }

    /// The identifier of a biometric prompt, so that a late response is not mistaken for a newer prompt's.
    public struct Prompt: Sendable, Hashable {
        var number: UInt64 = 0
    }

    /// The access to the app.
    public internal(set) var access = Access.loading
    /// The visibility of the app: its content is covered unless it is active.
    public internal(set) var appState = AppState.background
    /// Whether a biometric match can unlock.
    public internal(set) var isBiometric = false
    /// The ticket of proofs that are requested now.
    public internal(set) var ticket = Ticket()
    /// The current prompt, or nil.
    public internal(set) var prompt: Prompt?
    /// Whether one of the app's own system prompts is shown.
    public internal(set) var isAppPromptUp = false
    /// Whether prompts may appear automatically.
    public internal(set) var promptsAutomatically = true
    /// Whether the next prompt may appear automatically: once after launch, and once after each return from the
    /// background or from an absence that locks.
    var mayPromptAutomatically = true
    /// Whether the user locked manually: prompts then appear only on request, until the next unlock.
    var isManuallyLocked = false
    var lastPrompt = Prompt()

    public init() {}

    /// Whether the app must not be used. An unreadable state is locked.
    public var isLocked: Bool { access != .unlocked && access != .unprotected }

    /// Whether a system prompt is shown for this app, which makes it inactive.
    public var isPrompting: Bool { prompt != nil || isAppPromptUp }

    /// Whether content must be covered, which does not mean locked. A system prompt for this app makes it inactive
    /// without covering it.
    public var isCovered: Bool {
        switch appState {
        case .active: false
        case .inactive: !isPrompting
        case .background: true
        }
    }
}
