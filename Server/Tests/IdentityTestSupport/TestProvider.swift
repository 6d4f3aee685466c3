import Foundation
import LatchkeyEncoding
import Synchronization

package import LatchkeyIdentity

/// A provider in memory, with its client.
package final class TestProvider: ProviderHTTPProtocol {
    private struct State {
        /// Responses by path; nil for an outage.
        var documents: [String: [String: any Sendable]] = [:]
        var isDown = false
        var lifetime: Duration = .seconds(3600)
        /// The status of the token endpoint.
        var exchangeStatus = 200
        var requests: [ProviderRequest] = []
        var isHolding = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    package static let issuer = "https://login.example/Kiosk"

    package let time = ManualIdentityClock()
    private let state = Mutex(State())
    package let provider: IdentityProvider

    package init(keys: [[String: any Sendable]] = [TestKey.rsa.jwk.named("k1")], secret: String? = "s e:cret") throws {
        provider = try IdentityProvider(
            issuer: Self.issuer, clientID: "pages", clientSecret: secret, audiences: ["app", "Kiosk"],
            trustedAudiences: ["trusted"], isDevelopment: false)
        state.withLock {
            $0.documents["/.well-known/openid-configuration"] = [
                "issuer": Self.issuer, "jwks_uri": "https://login.example/keys",
                "authorization_endpoint": "https://login.example/authorize",
                "token_endpoint": "https://login.example/token",
            ]
            $0.documents["/keys"] = ["keys": keys]
        }
    }

    package var client: OpenIDClient {
        OpenIDClient(provider: provider, http: self, clock: time.clock) { count in
            (0..<count).map { _ in UInt8.random(in: 0...255) }
        }
    }

    package var now: Double { time.now.timeIntervalSince1970 }

    // MARK: Responses

    package func set(_ path: String, _ members: [String: (any Sendable)?]) {
        state.withLock { state in
            for (name, value) in members { state.documents[path, default: [:]][name] = value }
        }
    }

    package func setMetadata(_ members: [String: (any Sendable)?]) { set("/.well-known/openid-configuration", members) }
    package func setKeys(_ keys: [[String: any Sendable]]) { set("/keys", ["keys": keys]) }
    package func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }
    package func setExchangeStatus(_ status: Int) { state.withLock { $0.exchangeStatus = status } }
    package func setLifetime(_ lifetime: Duration) { state.withLock { $0.lifetime = lifetime } }

    /// Holds requests until ``release()``.
    package func hold() { state.withLock { $0.isHolding = true } }
    package func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isHolding = false
            return state.held
        }
        held.forEach { $0.resume() }
    }

    // MARK: Requests

    package var requests: [ProviderRequest] { state.withLock { $0.requests } }
    /// Whether a request is waiting.
    package var isAsked: Bool { state.withLock { !$0.held.isEmpty } }

    package func questions(_ path: String) -> [ProviderRequest] {
        state.withLock { $0.requests.filter { URL(string: $0.url)?.path == path } }
    }
    /// The number of requests for keys.
    package var questionsForKeys: Int { questions("/keys").count }

    package func fetch(_ request: ProviderRequest) async throws(IdentityError) -> ProviderResponse {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                state.requests.append(request)
                if state.isHolding { state.held.append(continuation) }
                return state.isHolding
            }
            if !isHeld { continuation.resume() }
        }
        let path = URL(string: request.url)?.path ?? ""
        let response: (document: [String: any Sendable], status: Int, lifetime: Duration)? = state.withLock { state in
            let path = path.hasSuffix("/openid-configuration") ? "/.well-known/openid-configuration" : path
            guard !state.isDown, let document = state.documents[path] else { return nil }
            return (document, request.form == nil ? 200 : state.exchangeStatus, state.lifetime)
        }
        guard let response, let text = try? json(response.document), let body = StrictJSON.value(of: text.utf8)?.object
        else { throw .unavailable(.unreachable("down")) }
        return ProviderResponse(status: response.status, lifetime: response.lifetime, body: body)
    }

    // MARK: Tokens

    /// A valid ID token of an app.
    package var idToken: TestToken {
        TestToken(
            header: ["alg": "RS256", "kid": "k1", "typ": "JWT"],
            claims: [
                "iss": Self.issuer, "sub": "ann-1", "aud": "app", "iat": now, "exp": now + 600,
                "email": "ann@example.com", "email_verified": true, "name": "Ann", "auth_time": now - 30, "sid": "s1",
            ])
    }

    package var accessToken: TestToken {
        TestToken(
            header: ["alg": "RS256", "kid": "k1", "typ": "at+jwt"],
            claims: [
                "iss": Self.issuer, "sub": "ann-1", "aud": "app", "iat": now, "exp": now + 600, "client_id": "Kiosk",
                "jti": "t1", "scope": "openid", "auth_time": now - 30,
            ])
    }

    package var logoutToken: TestToken {
        TestToken(
            header: ["alg": "RS256", "kid": "k1", "typ": "logout+jwt"],
            claims: [
                "iss": Self.issuer, "sub": "ann-1", "sid": "s1", "aud": "pages", "iat": now, "exp": now + 120,
                "jti": "l1",
                "events": ["http://schemas.openid.net/event/backchannel-logout": [String: String]()],
            ])
    }
}

extension [String: any Sendable] {
    /// Returns the key with a name and further members.
    package func named(_ name: String, _ others: [String: any Sendable] = [:]) -> Self {
        merging(others) { $1 }.merging(["kid": name]) { $1 }
    }
}

/// The error of the work; nil if it succeeds.
package func rejection<Value>(
    of work: () async throws(IdentityError) -> Value
) async -> IdentityError? {
    do throws(IdentityError) {
        _ = try await work()
        return nil
    } catch {
        return error
    }
}
