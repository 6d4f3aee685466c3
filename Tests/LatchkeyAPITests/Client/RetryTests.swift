import Foundation
import LatchkeyAPI
import Testing

/// The table of `RetryPolicy`, one test per row.
@Suite struct RetryTests {
    typealias Response = ScriptedTransport.Response

    static let notSent: [Response] = [.failure(.notConnected)]
    static let lost: [Response] = [
        .failure(.connectionLost), .failure(.timedOut), .status(502), .status(503), .status(504),
        .json(503, #"{"type":"/problems/new"}"#),
    ]
    static let unavailable: [Response] = [
        .problem(.temporarilyUnavailable), .problem(.temporarilyUnavailable, headers: ["Retry-After": "2"]),
    ]
    static let final: [Response] =
        [HTTPTransportError.cancelled, .tls, .responseTooLarge, .other(code: 1)].map { .failure($0) }
        + ProblemType.allCases.filter { $0 != .temporarilyUnavailable }.map { .problem($0) }
        + [.status(301), .status(429), .status(500), .status(201)]

    /// Returns the number of requests of a call whose first request fails and whose second would succeed.
    private func attempts(_ call: Call, _ failure: Response) async throws -> Int {
        let transport = ScriptedTransport(failure, call.response)
        let client = try LatchkeyClient.test(transport)
        do throws(APIError) {
            try await call.run(client)
            #expect(transport.requests.count > 1, "a failure counted as a success")
        } catch {
            #expect(transport.requests.count == 1, "a success counted as a failure")
        }
        #expect(Set(transport.requests.map(\.body)).count == 1)
        return transport.requests.count
    }

    @Test(arguments: Call.reads + Call.sameWhenRepeated + [Call.refresh])
    func failedReadsAndRepeatableCallsAreRetried(_ call: Call) async throws {
        for failure in Self.notSent + Self.lost + Self.unavailable {
            #expect(try await attempts(call, failure) == 2, "\(failure)")
        }
        for failure in Self.final { #expect(try await attempts(call, failure) == 1, "\(failure)") }
    }

    @Test(arguments: Call.unlessReceived)
    func consumingCallsAreRetriedOnlyIfNothingWasConsumed(_ call: Call) async throws {
        for failure in Self.notSent + Self.unavailable {
            #expect(try await attempts(call, failure) == 2, "\(failure)")
        }
        for failure in Self.lost + Self.final { #expect(try await attempts(call, failure) == 1, "\(failure)") }
    }

    @Test(arguments: Call.never) func passcodeVerificationIsSentOnlyOnce(_ call: Call) async throws {
        for failure in Self.notSent + Self.lost + Self.unavailable + Self.final {
            #expect(try await attempts(call, failure) == 1, "\(failure)")
        }
    }

    @Test func retryAttemptsAndDelaysAreLimited() async throws {
        let (transport, clock) = (ScriptedTransport(.failure(.notConnected)), ImmediateClock())
        let client = try LatchkeyClient.test(transport, clock: clock)
        await #expect(throws: APIError.offline) { try await client.me(accessToken: "T") }
        #expect(transport.requests.count == 3)
        #expect(clock.sleeps == [.milliseconds(500), .seconds(1)])
    }

    @Test func disabledRetriesSendARequestOnce() async throws {
        let transport = ScriptedTransport(.failure(.notConnected))
        let client = try LatchkeyClient.test(transport, retries: .none)
        await #expect(throws: APIError.offline) { try await client.me(accessToken: "T") }
        #expect(transport.requests.count == 1)
    }

    @Test(arguments: [(0, 2), (1, 2), (19, 2), (20, 1), (21, 1), (Int.max, 1)])
    func retryAfterIsRespectedUnlessItExceedsTheTotalTime(_ seconds: Int, _ attempts: Int) async throws {
        let transport = ScriptedTransport(
            .problem(.temporarilyUnavailable, headers: ["Retry-After": String(seconds)]),
            .json(200, ContractJSONTests.user))
        let clock = ImmediateClock()
        let client = try LatchkeyClient.test(transport, clock: clock)
        if attempts == 2 {
            _ = try await client.me(accessToken: "T")
            #expect(clock.sleeps == [.seconds(seconds)])
        } else {
            await #expect(throws: APIError.temporarilyUnavailable(retryAfter: .seconds(seconds))) {
                try await client.me(accessToken: "T")
            }
            #expect(clock.sleeps.isEmpty)
        }
        #expect(transport.requests.count == attempts)
    }

    @Test func laterAttemptsUseTheRemainingTotalTime() async throws {
        let clock = ImmediateClock()
        let transport = ScriptedTransport(.failure(.timedOut)) { clock.advance(by: .seconds(8)) }
        let client = try LatchkeyClient.test(transport, clock: clock, timeout: .seconds(8))
        await #expect(throws: APIError.timedOut) { try await client.me(accessToken: "T") }
        #expect(transport.requests.map(\.timeout) == [.seconds(8), .seconds(8), .seconds(2.5)])
    }

    @Test func tokenRefreshIsSentAtMostTwice() async throws {
        let transport = ScriptedTransport(.failure(.connectionLost))
        let client = try LatchkeyClient.test(
            transport, retries: RetryPolicy(attempts: 9, totalTime: .seconds(900), firstDelay: .zero))
        await #expect(throws: APIError.connectionLost) { try await client.refresh(refreshToken: "R") }
        #expect(transport.requests.count == 2)
    }

    @Test(arguments: [(19, 2), (20, 1), (60, 1)])
    func refreshIsRetriedOnlyWhilePreviousTokenIsValid(_ seconds: Int, _ attempts: Int) async throws {
        let clock = ImmediateClock()
        let transport = ScriptedTransport(.failure(.timedOut)) { clock.advance(by: .seconds(seconds)) }
        let client = try LatchkeyClient.test(
            transport, clock: clock, retries: RetryPolicy(attempts: 9, totalTime: .seconds(900), firstDelay: .zero),
            timeout: .seconds(seconds))
        await #expect(throws: APIError.timedOut) { try await client.refresh(refreshToken: "R") }
        #expect(transport.requests.count == attempts)
        // The retry must also end within the 30 seconds.
        if attempts == 2 { #expect(transport.requests.last?.timeout == .seconds(1)) }
    }

    @Test func tokenRefreshIsNotRetriedAfterTheMachineSlept() async throws {
        let transport = ScriptedTransport(.failure(.connectionLost))
        let client = try LatchkeyClient.test(transport, clock: ImmediateClock(oversleep: .seconds(3600)))
        await #expect(throws: APIError.connectionLost) { try await client.refresh(refreshToken: "R") }
        #expect(transport.requests.count == 1)
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        let transport = ScriptedTransport(.json(200, ContractJSONTests.user))
        let client = try LatchkeyClient.test(transport)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: APIError.cancelled) { try await client.me(accessToken: "T") }
        }
        _ = await task.value
        #expect(transport.requests.isEmpty)
    }

    @Test func cancellingDuringARequestPreventsARetry() async throws {
        let transport = ScriptedTransport(.failure(.timedOut)) { withUnsafeCurrentTask { $0?.cancel() } }
        let client = try LatchkeyClient.test(transport)
        let task = Task { await #expect(throws: APIError.cancelled) { try await client.me(accessToken: "T") } }
        _ = await task.value
        #expect(transport.requests.count == 1)
    }
}
