internal import LatchkeyLock
internal import Observation

/// What the person should do at the fingerprint reader. The system has no prompt for it: the lock screen is it.
@MainActor @Observable
final class FingerprintPrompt {
    private var hint: TerminalText?
    /// Whose hint it is.
    private var prompt: LockState.Prompt?

    /// The reader has said so, while the lock was in that state.
    func show(_ hint: TerminalText, in state: LockState) { (self.hint, prompt) = (hint, state.prompt) }

    /// What to do for the prompt that is up, or nil.
    func hint(in state: LockState) -> TerminalText? { state.prompt != nil && state.prompt == prompt ? hint : nil }
}
