import Foundation
import LatchkeyAPI
import LatchkeyCore

/// A transport with scripted responses, which records requests.
final class ScriptedTransport: HTTPTransport {
    typealias Response = Result<TransportResponse, HTTPTransportError>

    private struct State {
        var responses: [Response]
        var requests: [TransportRequest] = []
    }

    private let state: LockedValue<State>
    private let onSend: @Sendable () -> Void

    var requests: [TransportRequest] { state.withLock { $0.requests } }

    /// Creates a transport that repeats the last response. `onSend` runs while a request is in progress.
    init(_ responses: Response..., onSend: @escaping @Sendable () -> Void = {}) {
        state = LockedValue(State(responses: responses))
        self.onSend = onSend
    }

    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        let response = state.withLock { state in
            state.requests.append(request)
            return state.responses.count > 1 ? state.responses.removeFirst() : state.responses[0]
        }
        onSend()
        return try response.get()
    }
}

extension ScriptedTransport.Response {
    /// Creates a response with a JSON body.
    static func json(_ status: Int, _ body: String, headers: [String: String] = [:]) -> Self {
        let type = ["content-type": status < 400 ? "application/json; charset=utf-8" : "application/problem+json"]
        return .success(
            TransportResponse(
                status: status, headers: type.merging(headers) { $1 }, body: Data(body.utf8)))
    }

    /// Creates a response without a body.
    static func status(_ status: Int, headers: [String: String] = [:]) -> Self {
        .success(TransportResponse(status: status, headers: headers))
    }

    /// Creates a problem response like the server's.
    static func problem(
        _ type: ProblemType, headers: [String: String] = [:], _ change: (inout Problem) -> Void = { _ in }
    )
        -> Self
    {
        var problem = Problem(type)
        change(&problem)
        let body = (try? WireFormat.makeEncoder().encode(problem)) ?? Data()
        return .json(problem.status, String(decoding: body, as: UTF8.self), headers: headers)
    }
}
