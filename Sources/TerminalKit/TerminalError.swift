/// The reason that the terminal cannot be used.
public enum TerminalError: Error, Hashable, Sendable {
    /// This process has no terminal, for example because a service started it.
    case noTerminal
    /// Another job owns the terminal: this process is in the background.
    case inBackground
    /// A system call failed with this `errno`.
    case systemError(Int32)
}
