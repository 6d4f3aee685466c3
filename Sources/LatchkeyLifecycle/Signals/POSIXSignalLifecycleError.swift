/// Why signals cannot be followed.
public enum POSIXSignalLifecycleError: Error, Hashable, Sendable {
    /// Another source of this process follows them.
    case alreadyStarted
    /// The system refused, with this `errno`.
    case systemError(Int32)
}
