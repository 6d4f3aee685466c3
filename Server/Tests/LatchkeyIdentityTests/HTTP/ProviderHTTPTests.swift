import IdentityTestSupport
import LatchkeyEncoding
import NIOHTTP1
import Testing

@testable import LatchkeyIdentity

/// Accepted and rejected responses of a provider over the network.
struct ProviderHTTPTests {
    /// Returns the error of a fetch.
    private func rejected(
        _ response: HostileServer.Response, form: String? = nil, deadline: Duration = .seconds(60)
    ) async throws -> IdentityError? {
        var error: IdentityError?
        try await HostileServer.run { server in
            server.respond("/keys", response)
            let http = ProviderHTTP(deadline: deadline)
            error = await rejection { () async throws(IdentityError) in
                try await http.fetch(ProviderRequest(url: server.origin + "/keys", form: form))
            }
            #expect(server.requests.map(\.head.uri) == ["/keys"])
        }
        return error
    }

    @Test func documentIsReturnedWithItsCacheLifetime() async throws {
        try await HostileServer.run { server in
            server.respond(
                "/keys",
                .init(
                    headers: [
                        "Content-Type": "application/jwk-set+json; charset=utf-8", "Cache-Control": "max-age=90",
                    ],
                    body: #"{"keys":[]}"#))
            let http = ProviderHTTP(deadline: .seconds(60))
            let response = try await http.fetch(ProviderRequest(url: server.origin + "/keys"))
            #expect(response.status == 200)
            #expect(response.lifetime == .seconds(90))
            #expect(response.body["keys"]?.array?.isEmpty == true)
            let head = try #require(server.requests.first?.head)
            #expect(head.method == .GET)
            #expect(head.headers["Accept"] == ["application/json"])
            #expect(head.headers["Authorization"].isEmpty)
        }
    }

    @Test func formRequestIsSentAsURLEncodedPOST() async throws {
        try await HostileServer.run { server in
            server.respond("/token", .init(status: .badRequest, body: #"{"error":"invalid_grant"}"#))
            let http = ProviderHTTP(deadline: .seconds(60))
            let request = ProviderRequest(url: server.origin + "/token", form: "a=b", authorization: "Basic eDp5")
            let response = try await http.fetch(request)
            #expect(response.status == 400)
            #expect(response.body["error"]?.string == "invalid_grant")
            let asked = try #require(server.requests.first)
            #expect(asked.head.method == .POST)
            #expect(asked.head.headers["Content-Type"] == ["application/x-www-form-urlencoded"])
            #expect(asked.head.headers["Authorization"] == ["Basic eDp5"])
            #expect(asked.body == "a=b")
        }
    }

    @Test("ASVS-1.3.6 ASVS-13.2.4 ASVS-15.3.2 redirects are not followed", arguments: [301, 302, 303, 307, 308])
    func redirectsAreNotFollowed(_ status: Int) async throws {
        let response = HostileServer.Response(
            status: .init(statusCode: status), headers: ["Location": "/other", "Content-Type": "application/json"])
        #expect(try await rejected(response) == .unavailable(.redirect))
        #expect(try await rejected(response, form: "code=c") == .unavailable(.redirect))
    }

    @Test(arguments: [(500, false), (503, false), (404, false), (201, false), (204, false), (429, false), (500, true)])
    func unexpectedStatusIsReportedAsAnOutage(_ status: Int, _ isForm: Bool) async throws {
        let error = try await rejected(.init(status: .init(statusCode: status)), form: isForm ? "a=b" : nil)
        #expect(error == .unavailable(.status(status)))
    }

    @Test(arguments: [400, 401, 403])
    func clientErrorResponseIsReturnedForFormsOnly(_ status: Int) async throws {
        #expect(try await rejected(.init(status: .init(statusCode: status)), form: "a=b") == nil)
        #expect(try await rejected(.init(status: .init(statusCode: status))) == .unavailable(.status(status)))
    }

    @Test(arguments: ["text/html", "text/json", "application/jsonp", "application/json5", "image/x+json", "json", ""])
    func responseWithoutAJSONMediaTypeIsRejected(_ type: String) async throws {
        #expect(try await rejected(.init(headers: ["Content-Type": type])) == .unavailable(.notJSON))
        #expect(try await rejected(.init(headers: [:])) == .unavailable(.notJSON))
    }

    @Test(arguments: ["", "<html>", "[]", "{", "{}{}", #"{"a":1,"a":2}"#, "\u{FEFF}{}", "null"])
    func responseBodyMustBeAJSONObject(_ body: String) async throws {
        #expect(try await rejected(.init(body: body)) == .unavailable(.notJSON))
    }

    @Test func documentOverOneMiBIsRejected() async throws {
        func body(_ count: Int) -> String { #"{"x":""# + String(repeating: "x", count: count - 8) + #""}"# }
        #expect(try await rejected(.init(body: body(1 << 20))) == nil)
        #expect(try await rejected(.init(body: body((1 << 20) + 1))) == .unavailable(.tooLarge))
        // 1.1 MiB, announced in the header.
        let large = body(1_153_434)
        let headers: HTTPHeaders = ["Content-Type": "application/json", "Content-Length": "\(large.utf8.count)"]
        #expect(try await rejected(.init(headers: headers, body: large)) == .unavailable(.tooLarge))
    }

    @Test func endlessResponseTimesOut() async throws {
        let response = HostileServer.Response(body: #"{"keys":["#, isEndless: true)
        let begun = ContinuousClock.now
        #expect(try await rejected(response, deadline: .seconds(1)) == .unavailable(.deadline))
        // A busy machine is slower than the deadline, but not by that much.
        #expect(ContinuousClock.now - begun < .seconds(90))
    }

    @Test func unreachableServerIsReportedAsAnOutage() async throws {
        var origin = ""
        try await HostileServer.run { origin = $0.origin }
        let http = ProviderHTTP(deadline: .seconds(60))
        let url = origin + "/keys"
        let error = await rejection { () async throws(IdentityError) in
            try await http.fetch(ProviderRequest(url: url))
        }
        guard case .unavailable(.unreachable) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
