public import Foundation
public import LatchkeyCore

/// A client for the app's calls of the API (`/openapi.yaml` of a server).
///
/// It stores no secret: each call has an access token as a parameter. Calls that are safe to repeat are retried
/// according to ``RetryPolicy``. All calls throw ``APIError``. Calls for pages and email services, with cookies and
/// webhooks, are not included.
public struct LatchkeyClient: Sendable {
    /// The address of the server that receives the calls.
    public let server: ServerURL
    private let transport: any HTTPTransport
    private let timeout: Duration
    private let retries: RetryPolicy
    private let clock: any Clock<Duration>
    private let languages: AcceptLanguage
    let timeZone: TimeZone

    /// Creates a client of the server.
    ///
    /// - Parameters:
    ///   - server: The server's address.
    ///   - transport: The transport: ``URLSessionTransport`` in an app.
    ///   - timeout: The limit for one attempt, from connecting to the last byte.
    ///   - retries: The limits for retries.
    ///   - clock: Measures and waits between attempts.
    ///   - languages: The user's languages, in order of preference. A new account, and emails before it, are in the
    ///     first that the server has.
    ///   - timeZone: The user's time zone. A sign-in stores it for the account's emails if the account has none.
    public init(
        server: ServerURL, transport: some HTTPTransport, timeout: Duration = .seconds(10),
        retries: RetryPolicy = .standard, clock: some Clock<Duration> = ContinuousClock(),
        languages: [String] = PreferredLanguages.current, timeZone: TimeZone = .autoupdatingCurrent
    ) {
        (self.server, self.transport, self.timeout) = (server, transport, timeout)
        (self.retries, self.clock, self.languages) = (retries, clock, AcceptLanguage(languages))
        self.timeZone = timeZone
    }
}

extension LatchkeyClient {
    /// Sends a call, with retries, and returns the final response, whatever its status.
    func response(to call: APICall) async throws(APIError) -> TransportResponse {
        let elapsed = clock.stopwatch()
        let budget = retries.budget(of: call.repetition)
        var attempt = 1
        while true {
            if Task.isCancelled { throw .cancelled }
            // The first attempt has the full timeout, even with a short budget.
            let limit = attempt == 1 ? timeout : min(timeout, budget - elapsed())
            let result = await result(of: try call.request(to: server, languages, timeout: limit))
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
            // The machine may have slept meanwhile, and the previous refresh token may have expired.
            guard elapsed() < budget else { return try result.mapError(APIError.init).get() }
            attempt += 1
        }
    }

    private func result(of request: TransportRequest) async -> Result<TransportResponse, HTTPTransportError> {
        do { return .success(try await transport.send(request)) } catch { return .failure(error) }
    }
}
