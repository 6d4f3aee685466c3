import Foundation
import HTTPTypes
import Testing

@testable import LatchkeyServer

@Suite struct HTTPTransportTests {
    private typealias Reply = EmailServiceUnderTest.Reply

    private static let postmarkOK = Reply(
        body: """
            {"To": "ann@example.com", "SubmittedAt": "2027-01-15T08:00:00.0000000Z",
             "MessageID": "b7bc2f4a-e38e-4336-af7d-e6c392c2f817", "ErrorCode": 0, "Message": "OK"}
            """)
    private static let brevoOK = Reply(status: 201, body: #"{"messageId": "<20270115.1@smtp-relay.example>"}"#)

    private static func postmark(_ service: EmailServiceUnderTest) throws -> PostmarkEmailTransport {
        PostmarkEmailTransport(service: try settings("postmark", service), client: service.client)
    }

    private static func brevo(_ service: EmailServiceUnderTest) throws -> BrevoEmailTransport {
        BrevoEmailTransport(service: try settings("brevo", service), client: service.client)
    }

    private static func settings(_ name: String, _ service: EmailServiceUnderTest) throws -> EmailAPIConfiguration {
        switch EmailTransportConfiguration(url: "\(name)://Key-\(name)?endpoint=\(service.endpoint)") {
        case .postmark(let settings)?, .brevo(let settings)?: settings
        default: throw CancellationError()
        }
    }

    private static func error(_ transport: some EmailTransport) async throws -> EmailTransportError? {
        let email = try EmailServiceUnderTest.email()
        do throws(EmailTransportError) {
            try await transport.send(email)
            return nil
        } catch {
            return error
        }
    }

    @Test("ASVS-14.2.3 Postmark requests have documented fields, a token and no tracking")
    func postmarkRequestsHaveDocumentedFieldsATokenAndNoTracking() async throws {
        try await EmailServiceUnderTest.run(Self.postmarkOK) { service in
            try await Self.postmark(service).send(EmailServiceUnderTest.email())
            let request = try #require(service.requests.value.first)
            #expect(request.path == "/email" && service.requests.value.count == 1)
            #expect(request.headers[.init("X-Postmark-Server-Token")!] == "Key-postmark")
            #expect(
                request.headers[.contentType] == "application/json" && request.headers[.accept] == "application/json")
            let json = request.json
            #expect(json["From"] as? String == "\"Société, Inc.\" <no-reply@lock.example>")
            #expect(json["To"] as? String == "ann@example.com" && json["Subject"] as? String == "Réservé")
            #expect(json["TextBody"] as? String == "Code: K7QF-2M9X" && json["HtmlBody"] as? String == "<p>Code</p>")
            #expect(json["MessageStream"] as? String == "outbound")
            #expect(json["TrackOpens"] as? Bool == false && json["TrackLinks"] as? String == "None")
            let headers = json["Headers"] as? [[String: String]] ?? []
            #expect(
                headers.contains([
                    "Name": "Message-ID", "Value": "<0123456789abcdef0123456789abcdef@lock.example>",
                ]))
            #expect(headers.contains(["Name": "X-PM-KeepID", "Value": "true"]))
        }
    }

    @Test func brevoReceivesTheDocumentedFormAndAStableIdempotencyKey() async throws {
        try await EmailServiceUnderTest.run(Self.brevoOK) { service in
            for _ in 0..<2 { try await Self.brevo(service).send(EmailServiceUnderTest.email()) }
            let requests = service.requests.value
            let request = try #require(requests.first)
            #expect(requests.count == 2 && requests.map(\.body)[0] == requests.map(\.body)[1])
            #expect(request.path == "/v3/smtp/email")
            #expect(request.headers[.init("api-key")!] == "Key-brevo")
            let json = request.json
            #expect(
                json["sender"] as? [String: String] == ["name": "Société, Inc.", "email": "no-reply@lock.example"])
            #expect(json["to"] as? [[String: String]] == [["email": "ann@example.com"]])
            #expect(json["subject"] as? String == "Réservé")
            #expect(
                json["textContent"] as? String == "Code: K7QF-2M9X" && json["htmlContent"] as? String == "<p>Code</p>")
            let headers = json["headers"] as? [String: String]
            #expect(headers?["idempotencyKey"] == "01234567-89ab-cdef-0123-456789ab0000")
            #expect(headers?["Message-ID"] == "<0123456789abcdef0123456789abcdef@lock.example>")
            try await Self.brevo(service).send(EmailServiceUnderTest.email(failures: 17))
            let later = service.requests.value.last?.json["headers"] as? [String: String]
            #expect(later?["idempotencyKey"] == "01234567-89ab-cdef-0123-456789ab0011")
            #expect(later?["Message-ID"] == headers?["Message-ID"])
        }
    }

    @Test(
        arguments: [
            (
                Reply(
                    status: 422,
                    body: #"{"ErrorCode": 406, "Message": "Found inactive addresses: ann@example.com."}"#),
                .rejected(code: 406, address: true)
            ),
            (
                Reply(status: 401, body: #"{"ErrorCode": 10, "Message": "No Account or Server API tokens"}"#),
                .misconfigured(reason: "Postmark rejects the token (10)")
            ),
            (
                Reply(status: 422, body: #"{"ErrorCode": 400, "Message": "Sender signature not found"}"#),
                .misconfigured(reason: "Postmark rejects emails of this account (400)")
            ),
            (
                Reply(status: 429, headers: ["Retry-After": "7"], body: #"{"ErrorCode": 429, "Message": "x"}"#),
                .deferred(code: 429, retryAfter: .seconds(7))
            ),
            (Reply(status: 500, body: "oops"), .deferred(code: 500)), (Reply(status: 503), .deferred(code: 503)),
            (Reply(status: 200, body: "{}"), .misconfigured(reason: "Postmark returns 200")),
            (Reply(status: 404), .misconfigured(reason: "Postmark returns 404")),
            (
                Reply(status: 302, headers: ["Location": "http://127.0.0.1:1/"]),
                .misconfigured(reason: "Postmark returns 302")
            ),
        ] as [(EmailServiceUnderTest.Reply, EmailTransportError)])
    func postmarksResponseDeterminesTheResult(response: EmailServiceUnderTest.Reply, expected: EmailTransportError)
        async throws
    {
        try await EmailServiceUnderTest.run(response) { service async throws in
            #expect(try await Self.error(Self.postmark(service)) == expected)
        }
    }

    @Test(
        arguments: [
            (
                Reply(status: 401, body: #"{"code": "unauthorized", "message": "Key not found"}"#),
                .misconfigured(reason: "Brevo rejects the key")
            ),
            (
                Reply(status: 402, body: #"{"code": "not_enough_credits", "message": "x"}"#),
                .misconfigured(reason: "Brevo has no credits left")
            ),
            (
                Reply(status: 400, body: #"{"code": "invalid_parameter", "message": "ann@example.com"}"#),
                .misconfigured(reason: "Brevo returns 400 invalid_parameter")
            ),
            (
                Reply(status: 400, body: #"{"code": "ann@example.com", "message": "x"}"#),
                .misconfigured(reason: "Brevo returns 400 ")
            ),
            (
                Reply(status: 429, headers: ["x-sib-ratelimit-reset": "45"], body: "{}"),
                .deferred(code: 429, retryAfter: .seconds(45))
            ),
            (Reply(status: 429, headers: ["Retry-After": "tomorrow"]), .deferred(code: 429)),
            (Reply(status: 500), .deferred(code: 500)), (Reply(status: 502, body: "<html>"), .deferred(code: 502)),
        ] as [(EmailServiceUnderTest.Reply, EmailTransportError)])
    func brevosResponseDeterminesTheResult(response: EmailServiceUnderTest.Reply, expected: EmailTransportError)
        async throws
    {
        try await EmailServiceUnderTest.run(response) { service async throws in
            #expect(try await Self.error(Self.brevo(service)) == expected)
        }
    }

    @Test func anEmailThatBrevoAlreadyAcceptedCountsAsSent() async throws {
        let response = Reply(
            status: 400, body: #"{"code": "duplicate_parameter", "message": "idempotencyKey already used"}"#)
        try await EmailServiceUnderTest.run(response) { service async throws in
            #expect(try await Self.error(Self.brevo(service)) == nil)
        }
    }

    @Test("ASVS-13.2.6 a silent or unreachable service is retried")
    func aSilentOrUnreachableServiceIsRetried() async throws {
        try await EmailServiceUnderTest.run(nil, timeout: .milliseconds(300)) { service async throws in
            #expect(try await Self.error(Self.postmark(service)) == .unreachable(reason: "time-out"))
            #expect(try await Self.error(Self.brevo(service)) == .unreachable(reason: "time-out"))
        }
        let gone = try #require(EmailAPIConfiguration(url: "postmark://k?endpoint=http://127.0.0.1:1", standard: ""))
        let error = try await Self.error(
            PostmarkEmailTransport(service: gone, client: EmailServiceClient(timeout: .seconds(10))))
        guard case .unreachable? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func aResponseThatNeverEndsIsRetried() async throws {
        for response in [Self.postmarkOK, Reply(status: 500, body: "oops")] {
            var stalled = response
            stalled.isStalled = true
            try await EmailServiceUnderTest.run(stalled, timeout: .milliseconds(300)) { service async throws in
                #expect(try await Self.error(Self.postmark(service)) == .unreachable(reason: "time-out"))
                #expect(try await Self.error(Self.brevo(service)) == .unreachable(reason: "time-out"))
            }
        }
    }

    @Test func theURLContainsTheAPIKeyAndEndpoint() throws {
        let standard = try #require(
            EmailAPIConfiguration(url: "brevo://xkeysib-Ab-1%2Bx", standard: "https://api.example"))
        #expect(standard.key == "xkeysib-Ab-1+x" && standard.endpoint == "https://api.example")
        let own = try #require(
            EmailAPIConfiguration(url: "brevo://k?endpoint=http%3A%2F%2Flocalhost:90%2Fbase/", standard: ""))
        #expect(own.endpoint == "http://localhost:90/base")
        var text = "\(standard)"
        dump(standard, to: &text)
        #expect(!text.contains("xkeysib"))
    }

    @Test(arguments: [
        "postmark://", "postmark:k", "postmark://k@host", "postmark://k/x", "postmark://k%0D%0AX: y",
        "postmark://k?endpoint=", "postmark://k?endpoint=ftp://x", "postmark://k?endpoint=http://", "postmark://k?",
        "postmark://k?stream=x", "postmark://k?endpoint=http://u:p@x", "postmark://k?endpoint=http://x%3Fq",
    ])
    func anUnknownURLIsRejected(url: String) {
        #expect(EmailTransportConfiguration(url: url) == nil)
    }
}
