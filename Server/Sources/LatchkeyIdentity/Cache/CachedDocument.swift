import Synchronization

/// A document of the provider's, kept while it is fresh. However many ask at once, the provider is asked once.
actor CachedDocument<Value: Sendable> {
    /// A failure answers for so long, instead of the next question to a provider that is down.
    static var pauseAfterFailure: Duration { .seconds(5) }
    /// A document that is fresh is asked for again no sooner than this after the last question.
    static var pauseBetweenQuestions: Duration { .seconds(60) }

    private struct Kept: Sendable {
        let value: Value
        let until: Duration
    }

    private let uptime: @Sendable () -> Duration
    private let load: @Sendable () async throws(IdentityError) -> (value: Value, lifetime: Duration)
    /// Behind a lock, so that a document that is there is read without a change of threads.
    private nonisolated let kept = Mutex<Kept?>(nil)
    private var lastQuestion: Duration?
    /// Of the last question, if it failed.
    private var failure: (error: IdentityError, at: Duration)?
    private var question: Task<Result<Value, IdentityError>, Never>?

    init(
        uptime: @escaping @Sendable () -> Duration,
        load: @escaping @Sendable () async throws(IdentityError) -> (value: Value, lifetime: Duration)
    ) {
        self.uptime = uptime
        self.load = load
    }

    /// The document, asked for if there is none that is fresh.
    nonisolated func value() async throws(IdentityError) -> Value {
        if let fresh { return fresh }
        return try await askedValue()
    }

    private func askedValue() async throws(IdentityError) -> Value {
        if let fresh { return fresh }
        if question == nil, let failure, uptime() - failure.at < Self.pauseAfterFailure { throw failure.error }
        return try await ask()
    }

    /// The document for somebody who did not find in it what must be there: asked for again, unless it was within the
    /// last minute.
    ///
    /// - Parameter moment: When what must be there was first looked for.
    /// - Returns: The document, and after how long it may be asked for again if it is from before the moment: the
    ///   provider may have another by now.
    func newestValue(since moment: Duration) async throws(IdentityError) -> (value: Value, pause: Duration?) {
        guard question == nil, let fresh, let lastQuestion else { return (try await ask(), nil) }
        let pause = lastQuestion + Self.pauseBetweenQuestions - uptime()
        guard pause > .zero else { return (try await ask(), nil) }
        // Nobody knows whether the provider has another by now.
        if let failure { throw failure.error }
        return (fresh, lastQuestion < moment ? pause : nil)
    }

    private nonisolated var fresh: Value? {
        guard let kept = kept.withLock({ $0 }), uptime() < kept.until else { return nil }
        return kept.value
    }

    /// The question goes on when the one who asked first is cancelled: others wait for it.
    private func ask() async throws(IdentityError) -> Value {
        if let question { return try await question.value.get() }
        let task = Task { await answer() }
        question = task
        lastQuestion = uptime()
        return try await task.value.get()
    }

    private func answer() async -> Result<Value, IdentityError> {
        defer { question = nil }
        do {
            let (value, lifetime) = try await load()
            let until = uptime() + lifetime
            kept.withLock { $0 = Kept(value: value, until: until) }
            failure = nil
            return .success(value)
        } catch {
            failure = (error, uptime())
            return .failure(error)
        }
    }
}
