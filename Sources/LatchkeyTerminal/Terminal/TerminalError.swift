/// Why there is nobody to talk to.
enum TerminalError: Error, Hashable, Sendable {
    /// This process has no terminal: it was started by a service, or in a pipeline without one.
    case noTerminal
    /// Another program has the terminal at the moment: this one is in the background.
    case inBackground
    /// The system refused, with this `errno`.
    case systemError(Int32)
}
