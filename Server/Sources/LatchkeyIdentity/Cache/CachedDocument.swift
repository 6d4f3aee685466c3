import Synchronization

/// A cached document of the provider. Concurrent callers share one request.
actor CachedDocument<Value: Sendable> {
    /// The time for which a failure is cached, to spare an unavailable provider.
    static var pauseAfterFailure: Duration { .seconds(5) }
    /// Minimum interval between requests that bypass a fresh document.
    static var pauseBetweenQuestions: Duration { .seconds(60) }

    private struct Kept: Sendable {
        let value: Value
        let until: Duration
    }

    private let uptime: @Sendable () -> Duration
    private let load: @Sendable () async throws(IdentityError) -> (value: Value, lifetime: Duration)
    /// A lock instead of the actor, so that a cached document is read without a thread switch.
    private nonisolated let kept = Mutex<Kept?>(nil)
    private var lastQuestion: Duration?
    /// The last request's failure, if any.
    private var failure: (error: IdentityError, at: Duration)?
    private var question: Task<Result<Value, IdentityError>, Never>?

    init(
        uptime: @escaping @Sendable () -> Duration,
        load: @escaping @Sendable () async throws(IdentityError) -> (value: Value, lifetime: Duration)
    ) {
        self.uptime = uptime
        self.load = load
    }

    /// Returns the document, from the cache while it is fresh.
    nonisolated func value() async throws(IdentityError) -> Value {
        if let fresh { return fresh }
        return try await requestedValue()
    }

    private func requestedValue() async throws(IdentityError) -> Value {
        if let fresh { return fresh }
        if question == nil, let failure, uptime() - failure.at < Self.pauseAfterFailure { throw failure.error }
        return try await ask()
    }

    /// Returns the document for a caller that misses an entry in it: requested again, unless the last request was less
    /// than a minute ago.
    ///
    /// - Parameter moment: When the caller first searched the document.
    /// - Returns: The document. If it is older than the moment, also the time until the next request is allowed: the
    ///   provider may have a newer document.
    func newestValue(since moment: Duration) async throws(IdentityError) -> (value: Value, pause: Duration?) {
        guard question == nil, let fresh, let lastQuestion else { return (try await ask(), nil) }
        let pause = lastQuestion + Self.pauseBetweenQuestions - uptime()
        guard pause > .zero else { return (try await ask(), nil) }
        // The provider may have a newer document.
        if let failure { throw failure.error }
        return (fresh, lastQuestion < moment ? pause : nil)
    }

    private nonisolated var fresh: Value? {
        guard let kept = kept.withLock({ $0 }), uptime() < kept.until else { return nil }
        return kept.value
    }

    /// Requests the document. The request continues if its first caller is cancelled, because others wait for it.
    private func ask() async throws(IdentityError) -> Value {
        if let question { return try await question.value.get() }
        let task = Task { await performRequest() }
        question = task
        lastQuestion = uptime()
        return try await task.value.get()
    }

    private func performRequest() async -> Result<Value, IdentityError> {
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
