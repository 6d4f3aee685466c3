import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyCore
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import Testing

/// A device whose vault requires a real server, on a network that loses responses.
@Suite(.whereTheServerIsBuilt) @MainActor struct LostResponseServerFlows {
    /// A point that no attempt sends: the generator of P-384.
    private static let otherPoint = #""A6qHyiK-iwU3jrHHHvMgrXRuHTtii6ebmFn3QeCCVCo4VQLyXb9VKWw6VF44cnYKtw""#

    @Test("V19 a lost evaluation is repeated and counted once")
    func aLostEvaluationIsRepeatedAndCountedOnce() async throws {
        let server = try ServerProcess(["LATCHKEY_UNLOCK": "server"])
        let transport = LossyTransport()
        let client = LatchkeyClient(
            server: try #require(ServerURL(server.url)), transport: transport,
            retries: RetryPolicy(attempts: 2, totalTime: .seconds(20), firstDelay: .zero))
        let (app, note) = try await Mailbox(server: server).ready(Device(api: client))
        app.lock.requireLock()
        transport.loseNextEvaluation()
        #expect(await app.model.unlock(with: .wrong) == .wrong(remaining: 9))
        let sent = transport.evaluations
        #expect(sent.count == 2 && sent.first == sent.last)
        let latest = try #require(sent.last)
        let same = try await client.evaluateUnlock(
            attempt: latest.attempt, blinded: latest.blinded.bytes, token: latest.token)
        #expect(same.attemptsRemaining == 9)
        let other = try JSONDecoder().decode(Base64URL.self, from: Data(Self.otherPoint.utf8))
        await #expect(throws: APIError.attemptConflict) {
            try await client.evaluateUnlock(attempt: latest.attempt, blinded: other.bytes, token: latest.token)
        }
        transport.loseNextEvaluation()
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(app.reads(note))
    }
}

/// A transport that loses a response which the server has sent.
private final class LossyTransport: HTTPTransport {
    private struct State {
        var evaluations: [EvaluateUnlockRequest] = []
        var isLosing = false
    }

    private let transport = URLSessionTransport()
    private let state = LockedValue(State())

    /// The attempts that were sent, with repetitions.
    var evaluations: [EvaluateUnlockRequest] { state.withLock { $0.evaluations } }

    func loseNextEvaluation() { state.withLock { $0.isLosing = true } }

    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        let response = try await transport.send(request)
        guard request.url.path.hasSuffix("/unlock/evaluate"), let body = request.body,
            let attempt = try? JSONDecoder().decode(EvaluateUnlockRequest.self, from: body)
        else { return response }
        let isLost = state.withLock { state in
            state.evaluations.append(attempt)
            defer { state.isLosing = false }
            return state.isLosing
        }
        if isLost { throw .connectionLost }
        return response
    }
}
