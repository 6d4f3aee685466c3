/// What a machine has that tells when its session is locked and when it goes to sleep.
public struct LogindFinding: Hashable, Sendable {
    /// This process's session; nil when it has none, or nobody knows.
    public var session: String?
    /// Why there is nothing, in the system's words; nil when nothing is wrong.
    public var problem: String?

    public init(session: String?, problem: String? = nil) { (self.session, self.problem) = (session, problem) }
}
