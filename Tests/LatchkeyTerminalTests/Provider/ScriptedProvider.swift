import Foundation
import LatchkeyAPI
import LatchkeyCore
import Testing

@testable import LatchkeyTerminal

/// An in-memory provider with a metadata document and scripted responses.
final class ScriptedProvider: HTTPTransport {
    static let issuer = "https://login.example/desk"

    private struct State {
        var document: [String: any Sendable] = [
            "issuer": ScriptedProvider.issuer, "authorization_endpoint": "https://login.example/authorize?tenant=1",
            "token_endpoint": "https://login.example/token",
            "device_authorization_endpoint": "https://login.example/device",
        ]
        var responses: [String: [(status: Int, members: [String: any Sendable])?]] = [:]
        var requests: [TransportRequest] = []
    }

    private let state = LockedValue(State())

    func setDocument(_ members: [String: (any Sendable)?]) {
        state.withLock { state in for (name, value) in members { state.document[name] = value } }
    }

    /// Adds a response of the path; nil for a timeout.
    func add(_ path: String, _ status: Int = 200, _ members: [String: any Sendable]?) {
        state.withLock { $0.responses[path, default: []].append(members.map { (status, $0) }) }
    }

    /// Adds a response of the device endpoint, and error responses of the token endpoint.
    func addDevice(_ members: [String: (any Sendable)?] = [:], errors: [String]) {
        var response: [String: any Sendable] = [
            "device_code": "D", "user_code": "WDJB-MJHT", "verification_uri": "https://login.example/d",
            "expires_in": 300, "interval": 5,
        ]
        for (name, value) in members { response[name] = value }
        add("/device", 200, response)
        for error in errors { add("/token", 400, ["error": error]) }
    }

    func metadata() async throws(ProviderSignInError) -> ProviderMetadata {
        try await ProviderMetadata.load(from: Self.issuer, by: http)
    }

    var http: ProviderHTTP { ProviderHTTP(transport: self) }

    /// Returns the form fields of the requests to the path.
    func questions(_ path: String) -> [[String: String]] {
        state.withLock { $0.requests }.filter { $0.url.path == path }
            .map { FormFields.decode(String(decoding: $0.body ?? Data(), as: UTF8.self)) ?? [:] }
    }

    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        let response: (status: Int, members: [String: any Sendable])? = state.withLock { state in
            state.requests.append(request)
            if request.url.path.hasSuffix("/.well-known/openid-configuration") { return (200, state.document) }
            guard state.responses[request.url.path]?.isEmpty == false else { return nil }
            return state.responses[request.url.path]?.removeFirst()
        }
        guard let response, let body = try? JSONSerialization.data(withJSONObject: response.members) else {
            throw .timedOut
        }
        return TransportResponse(status: response.status, body: body)
    }

    /// Returns an ID token with an invalid signature.
    static func idToken(nonce: String?, authTime: Double? = nil) throws -> String {
        var members: [String: Any] = [:]
        members["nonce"] = nonce
        members["auth_time"] = authTime
        let claims = try JSONSerialization.data(withJSONObject: members)
        let text = claims.base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
        return "e30.\(text.replacing("/", with: "_")).c2ln"
    }
}

/// Returns the error of the work; nil if it succeeds.
func rejection<Value>(of work: () async throws(ProviderSignInError) -> Value) async -> ProviderSignInError? {
    do throws(ProviderSignInError) {
        _ = try await work()
        return nil
    } catch {
        return error
    }
}
