/// The lock as the app sees it: a value that events change by rules, and nothing else does.
///
/// Content is shown only in `unlocked` and `unprotected`, and only while it is not covered.
public struct LockState: Sendable, Hashable {
    /// Whether the app may be used.
    public enum Access: Sendable, Hashable {
        /// What is stored has not been read yet. Counts as locked.
        case loading
        /// There is no passcode: nothing locks, and nothing has to be proved.
        case unprotected
        /// A proof is needed. There is no key in memory.
        case locked
        /// A proof was given since the last lock.
        case unlocked
        /// Only the account's recovery key opens the vault, or erasing it begins anew. Counts as locked.
        case awaitingRecovery
        /// What is stored cannot be read, which is never taken for "no passcode". Counts as locked; reading may be
        /// tried again.
        case unreadable
    }

    /// How near the app is to its user.
    public enum Presence: Sendable, Hashable {
        /// In front and in use.
        case active
        /// In front and not in use; content is covered.
        case inactive
        /// Not in front; content is covered.
        case background
    }

    /// Names the time between two locks. A proof counts only for the time in which it was asked for.
    public struct Ticket: Sendable, Hashable {
        var number: UInt64 = 0
    }

    /// Names one biometric prompt, so that a late answer cannot be taken for that of a newer one.
    public struct Prompt: Sendable, Hashable {
        var number: UInt64 = 0
    }

    public internal(set) var access = Access.loading
    public internal(set) var presence = Presence.background
    /// Whether a biometric match can unlock.
    public internal(set) var isBiometric = false
    /// For proofs that are asked for now.
    public internal(set) var ticket = Ticket()
    /// The prompt that is up, or nil.
    public internal(set) var prompt: Prompt?
    /// Whether the next prompt may come up by itself: once after launch and after each return to the app.
    var mayAskByItself = true
    /// Whether the person locked manually: then prompts come up on request only, until the next unlock.
    var isManuallyLocked = false
    var lastPrompt = Prompt()

    /// The state of an app that has just been launched.
    public init() {}

    /// Whether the app must not be used. What cannot be read is locked.
    public var isLocked: Bool { access != .unlocked && access != .unprotected }

    /// Whether content must be covered. Covered is not locked. The system's own prompt makes the app inactive and
    /// covers nothing.
    public var isCovered: Bool {
        switch presence {
        case .active: false
        case .inactive: prompt == nil
        case .background: true
        }
    }
}
