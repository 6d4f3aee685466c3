/// Why the terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
    /// This process has no terminal: it was started by a service, or in a pipeline without one.
    case noTerminal
    /// Another job has the terminal: this process is in the background.
    case inBackground
    /// The system call failed with this `errno`.
    case systemError(Int32)
}
