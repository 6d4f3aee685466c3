internal import LatchkeyCore

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
        (self.server, self.transport, self.timeout) = (server, transport, timeout)
        (self.retries, self.clock) = (retries, clock)
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
            let result = await result(of: try call.request(to: server, timeout: limit))
            let (failure, retryAfter) =
                switch result {
                case .success(let response): (AttemptFailure(response), response.retryAfter)
                case .failure(let error): (AttemptFailure(error), nil)
                }
            guard let failure,
                let delay = retries.delay(
                    afterAttempt: attempt, failure, of: call.repetition, retryAfter: retryAfter, elapsed: elapsed())
            else { return try result.mapError(APIError.init).get() }
            do { try await clock.sleep(for: delay) } catch { throw .cancelled }
            // The machine may have slept meanwhile, and the previous refresh token have run out.
            guard elapsed() < budget else { return try result.mapError(APIError.init).get() }
            attempt += 1
        }
    }

    private func result(of request: TransportRequest) async -> Result<TransportResponse, HTTPTransportError> {
        do { return .success(try await transport.send(request)) } catch { return .failure(error) }
    }
}
