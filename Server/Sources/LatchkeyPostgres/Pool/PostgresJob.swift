/// A unit of work on a connection.
protocol PostgresJob: AnyObject, Sendable {
    /// The deadline of the response.
    var deadline: Deadline { get }
    /// Jobs that share a key run one at a time. Empty if the job never waits for others.
    var keys: Set<String> { get }
    var priority: PostgresPriority { get }
    /// Whether half of its time has passed.
    var isOverdue: Bool { get }

    /// Runs on the thread of the connection.
    ///
    /// - Parameters:
    ///   - whenLate: Called before the caller gets its result while the connection still waits.
    ///   - isAbandoned: Whether no one needs the response any more.
    func run(
        on connection: PostgresConnection, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) -> PostgresJobEnd

    /// Fails the job before it ran.
    func fail(_ error: PostgresError)
}

/// The result of a run.
enum PostgresJobEnd {
    /// `completion` is called after the connection is free, so that the caller finds it free.
    case done(completion: () -> Void)
    /// The connection was lost before a decision: run again on another one.
    case again
}
