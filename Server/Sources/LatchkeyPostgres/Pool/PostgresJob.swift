/// Work for a connection.
protocol PostgresJob: AnyObject, Sendable {
    /// The moment until which it has its answer.
    var deadline: Deadline { get }
    /// Of jobs that share a lane one is under way at a time; empty where it waits for no other.
    var lanes: Set<String> { get }
    var priority: PostgresPriority { get }
    /// Whether half of its time has passed.
    var isOverdue: Bool { get }

    /// Does the work on a thread of the connection's.
    ///
    /// - Parameters:
    ///   - whenLate: To be called before the caller is answered while the connection waits on.
    ///   - isAbandoned: Whether nobody is left who wants such an answer.
    func run(
        on connection: PostgresConnection, whenLate: @escaping () -> Void, isAbandoned: @escaping () -> Bool
    ) -> PostgresJobEnd

    /// Answers that the work was not done.
    func fail(_ error: PostgresError)
}

/// What becomes of a job that has run.
enum PostgresJobEnd {
    /// `answer` is called once the connection is free again: whoever goes on then finds it so.
    case done(answer: () -> Void)
    /// The connection was lost before anything was decided: once more, on another one.
    case again
}
