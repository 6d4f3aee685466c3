import Foundation

/// Every call of the contract (`/openapi.yaml` of a server) that an app makes.
///
/// It holds no secret: access tokens are given to each call. Calls that are safe to repeat are repeated as
/// ``RetryPolicy`` says; all throw ``APIError`` alone. Cookies and webhooks are for pages and mail services, and have
/// no place here.
public struct LatchkeyClient: Sendable {
    /// The server that it talks to.
    public let server: ServerURL
    private let transport: any HTTPTransport
    private let timeout: Duration
    private let retries: RetryPolicy
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - server: Where the server is.
    ///   - transport: How to reach it: ``URLSessionTransport`` in an app.
    ///   - timeout: For one attempt, from connecting to the last byte.
    ///   - retries: How often and how long safe calls are repeated.
    ///   - clock: Measures and waits between attempts.
    public init(
        server: ServerURL, transport: some HTTPTransport, timeout: Duration = .seconds(10),
        retries: RetryPolicy = .standard, clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.server = server
        self.transport = transport
        self.timeout = timeout
        self.retries = retries
        self.clock = clock
    }
}

extension LatchkeyClient {
    /// Sends a call until there is an answer that is not to be repeated, and returns it, whatever its status.
    func response(to call: APICall) async throws(APIError) -> TransportResponse {
        let elapsed = clock.stopwatch()
        let budget = retries.budget(of: call.repetition)
        var attempt = 1
        while true {
            if Task.isCancelled { throw .cancelled }
            // The first attempt has its full time also under a short budget.
            let limit = attempt == 1 ? timeout : min(timeout, budget - elapsed())
            let outcome = await outcome(of: try call.request(to: server, timeout: limit))
            guard let failure = outcome.failure,
                let delay = retries.delay(
                    afterAttempt: attempt, failure, of: call.repetition, retryAfter: outcome.retryAfter,
                    elapsed: elapsed())
            else { return try outcome.response() }
            do { try await clock.sleep(for: delay) } catch { throw .cancelled }
            // The machine may have slept meanwhile, and the previous refresh token have run out.
            guard elapsed() < budget else { return try outcome.response() }
            attempt += 1
        }
    }

    private func outcome(of request: TransportRequest) async -> AttemptOutcome {
        do {
            return .answered(try await transport.send(request))
        } catch {
            return .failed(error)
        }
    }
}

/// How one attempt ended.
private enum AttemptOutcome {
    case answered(TransportResponse)
    case failed(HTTPTransportError)

    var failure: AttemptFailure? {
        switch self {
        case .answered(let response): AttemptFailure(response)
        case .failed(let error): AttemptFailure(error)
        }
    }

    var retryAfter: Duration? {
        if case .answered(let response) = self { response.retryAfter } else { nil }
    }

    func response() throws(APIError) -> TransportResponse {
        switch self {
        case .answered(let response): return response
        case .failed(let error): throw APIError(error)
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns a closure that measures the time since this call.
    fileprivate func stopwatch() -> () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
