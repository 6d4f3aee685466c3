internal import LatchkeyLock
internal import Observation

/// What the user should do at the fingerprint reader. The system has no prompt for this: the lock screen shows it.
@MainActor @Observable
final class FingerprintPrompt {
    private var hint: TerminalText?
    /// The prompt that the hint belongs to.
    private var prompt: LockState.Prompt?

    /// Shows a hint of the reader for the prompt of that state.
    func show(_ hint: TerminalText, in state: LockState) { (self.hint, prompt) = (hint, state.prompt) }

    /// The hint for the prompt of that state, or nil.
    func hint(in state: LockState) -> TerminalText? { state.prompt != nil && state.prompt == prompt ? hint : nil }
}
