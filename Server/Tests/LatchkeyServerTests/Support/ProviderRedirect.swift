import Foundation
import HTTPTypes
import IdentityTestSupport
import Testing

@testable import LatchkeyServer

/// A browser's sign-in attempt at the provider.
struct ProviderRedirect {
    let location: String
    let setCookie: String

    var cookie: String { String(setCookie.prefix { $0 != ";" }) }
    var query: [String: String] {
        let items = URLComponents(string: location)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }
}

extension TestServer {
    /// Redirects a browser to sign in.
    func goOut(_ query: String = "") async throws -> ProviderRedirect {
        try way(await get("/sign-in/provider" + query))
    }

    /// Redirects the browser of a session to reset its passcode.
    func goOutToReset(_ session: String, _ query: String = "") async throws -> ProviderRedirect {
        try way(await get("/reset-passcode/provider" + query, cookie: session))
    }

    private func way(_ response: TestResponse) throws -> ProviderRedirect {
        #expect(response.status == 303)
        return ProviderRedirect(
            location: try #require(response.headers[.location]), setCookie: try #require(response.headers[.setCookie]))
    }

    /// Returns from the provider with a code, for which it issues an ID token of Ann.
    func comeBack(
        _ way: ProviderRedirect, _ provider: TestProvider, cookie: String? = nil, query: String? = nil,
        claims: [String: (any Sendable)?] = [:], accept: String = "*/*"
    ) async throws -> TestResponse {
        let own: [String: (any Sendable)?] = ["aud": "pages", "nonce": way.query["nonce"] ?? "", "jti": "t1"]
        provider.set(
            "/token", ["id_token": try idToken(provider, own.merging(claims) { $1 }), "access_token": "a1"])
        let query = query ?? "code=c&state=\(way.query["state"] ?? "")"
        return try await send(
            .get, "/sign-in/provider/return?" + query, headers: ["Cookie": cookie ?? way.cookie, "Accept": accept])
    }

    /// Signs a browser in with the provider, as Ann unless the claims differ, and returns its session's secret.
    func signInBrowser(_ provider: TestProvider, _ claims: [String: (any Sendable)?] = [:]) async throws -> String {
        let back = try await comeBack(goOut(), provider, claims: claims)
        #expect(back.status == 303, "\(back.problem)")
        return try #require(back.cookie)
    }
}
