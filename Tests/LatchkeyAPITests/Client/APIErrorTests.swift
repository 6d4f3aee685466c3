import Foundation
import LatchkeyAPI
import Testing

@Suite struct APIErrorTests {
    private func error(for response: ScriptedTransport.Response) async throws -> APIError? {
        let client = try LatchkeyClient.test(ScriptedTransport(response), retries: .none)
        return await #expect(throws: APIError.self) { _ = try await client.me(accessToken: "T") }
    }

    @Test func eachProblemTypeMapsToItsAPIError() async throws {
        let simple: [(ProblemType, APIError)] = [
            (.invalidCode, .invalidCode), (.unauthenticated, .unauthenticated), (.crossSiteRequest, .crossSiteRequest),
            (.passcodeRequired, .passcodeRequired),
            (.notFound, .notFound), (.methodNotAllowed, .methodNotAllowed), (.passcodeNotSet, .passcodeNotSet),
            (.passcodeAlreadySet, .passcodeAlreadySet), (.passcodeResetRequired, .passcodeResetRequired),
            (.payloadTooLarge, .payloadTooLarge), (.unsupportedMediaType, .unsupportedMediaType), (.locked, .locked),
            (.invalidToken, .invalidToken), (.identityConflict, .identityConflict),
            (.emailSignInDisabled, .emailSignInDisabled),
            (.invalidPasskey, .invalidPasskey), (.passkeyNotSet, .passkeyNotSet), (.tooManyPasskeys, .tooManyPasskeys),
            (.passcodeChanged, .passcodeChanged), (.attemptConflict, .attemptConflict),
            (.tooManyDevices, .tooManyDevices), (.deviceShut, .deviceShut),
            (.passcodeTooOld, .passcodeTooOld(maxAge: nil)), (.lastAdministrator, .lastAdministrator),
            // The client has no calls of administration.
            (.notAdministrator, .unexpected(status: 403)), (.ownAccount, .unexpected(status: 409)),
            (.roleOfProvider, .unexpected(status: 409)), (.accountChanged, .unexpected(status: 412)),
            (.internalError, .internalError), (.invalidRequest, .invalidRequest([])),
            (.weakPasscode, .weakPasscode(reason: nil)),
            (.invalidTimeout, .invalidTimeout(allowed: [1, 5, 15, 30, 60])),
            (.tooManyAttempts, .tooManyAttempts(retryAfter: .seconds(1))),
            // A caller handles both alike: nothing was verified, retry later.
            (.tooManyRequests, .tooManyAttempts(retryAfter: .seconds(1))),
            (.temporarilyUnavailable, .temporarilyUnavailable(retryAfter: nil)),
            // Without its members the problem is incomplete.
            (.incorrectPasscode, .unexpected(status: 403)),
        ]
        #expect(Set(simple.map(\.0)) == Set(ProblemType.allCases))
        for (type, expected) in simple { #expect(try await error(for: .problem(type)) == expected, "\(type)") }
    }

    @Test("C15 a proxy response cannot shut a device")
    func aProxyResponseCannotShutADevice() async throws {
        let problems: [(Int, String, APIError)] = [
            (409, "passcode-changed", .passcodeChanged), (409, "attempt-conflict", .attemptConflict),
            (409, "too-many-devices", .tooManyDevices), (410, "device-shut", .deviceShut),
        ]
        for (status, name, expected) in problems {
            let body = #"{"type":"/problems/\#(name)"}"#
            #expect(try await error(for: .json(status, body)) == expected)
            #expect(try await error(for: .json(404, body)) == .notFound)
        }
        #expect(try await error(for: .status(410)) == .unexpected(status: 410))
    }

    @Test func membersOfProblemResponsesAreDecodedIntoTheError() async throws {
        let wrong = #"""
            {"type":"/problems/incorrect-passcode","title":"t","status":403,"detail":"d","attempts_remaining":4,
            "retry_after":60,"session_ended":false,"new_member":{"a":[1]}}
            """#
        #expect(
            try await error(for: .json(403, wrong))
                == .incorrectPasscode(attemptsRemaining: 4, retryAfter: .seconds(60), sessionEnded: false))
        let last =
            #"{"type":"/problems/incorrect-passcode","attempts_remaining":0,"retry_after":0,"session_ended":true}"#
        #expect(
            try await error(for: .json(403, last))
                == .incorrectPasscode(attemptsRemaining: 0, retryAfter: .zero, sessionEnded: true))
        let request = #"{"type":"/problems/invalid-request","errors":[{"pointer":"/email","detail":"No @."}]}"#
        #expect(
            try await error(for: .json(400, request))
                == .invalidRequest([Problem.MemberError(pointer: "/email", detail: "No @.")]))
        for reason in [WeakPasscodeReason.format, .common, .reused] {
            let weak = #"{"type":"/problems/weak-passcode","reason":"\#(reason.rawValue)"}"#
            #expect(try await error(for: .json(422, weak)) == .weakPasscode(reason: reason))
        }
        let timeout = #"{"type":"/problems/invalid-timeout","allowed":[1,5]}"#
        #expect(try await error(for: .json(422, timeout)) == .invalidTimeout(allowed: [1, 5]))
    }

    @Test(arguments: ["attempts_remaining", "retry_after", "session_ended"])
    func incompleteIncorrectPasscodeProblemIsAnUnexpectedError(_ missing: String) async throws {
        let members = [#""attempts_remaining":4"#, #""retry_after":0"#, #""session_ended":false"#]
            .filter { !$0.contains(missing) }
        let body = #"{"type":"/problems/incorrect-passcode",\#(members.joined(separator: ","))}"#
        #expect(try await error(for: .json(403, body)) == .unexpected(status: 403))
    }

    @Test func retryDelayInTheBodyOverridesTheRetryAfterHeader() async throws {
        let both = ScriptedTransport.Response.problem(.tooManyAttempts, headers: ["Retry-After": "9"]) {
            $0.retryAfter = 30
        }
        #expect(try await error(for: both) == .tooManyAttempts(retryAfter: .seconds(30)))
        let header = ScriptedTransport.Response.problem(.tooManyAttempts, headers: ["retry-after": "9"])
        #expect(try await error(for: header) == .tooManyAttempts(retryAfter: .seconds(9)))
        let negative = ScriptedTransport.Response.problem(.tooManyAttempts) { $0.retryAfter = -5 }
        #expect(try await error(for: negative) == .tooManyAttempts(retryAfter: .zero))
        let huge = ScriptedTransport.Response.problem(.tooManyAttempts) { $0.retryAfter = .max }
        #expect(try await error(for: huge) == .tooManyAttempts(retryAfter: .seconds(Int.max)))
    }

    @Test(arguments: ["Wed, 21 Oct 2026 07:28:00 GMT", "-1", "", "1.5", "٣", "99999999999999999999"])
    func invalidRetryAfterHeaderIsIgnored(_ text: String) async throws {
        let response = ScriptedTransport.Response.problem(.temporarilyUnavailable, headers: ["Retry-After": text])
        #expect(try await error(for: response) == .temporarilyUnavailable(retryAfter: nil))
    }

    @Test(arguments: [
        (400, APIError.unexpected(status: 400)), (401, .unauthenticated), (403, .unexpected(status: 403)),
        (404, .notFound), (405, .methodNotAllowed), (409, .unexpected(status: 409)), (413, .payloadTooLarge),
        (415, .unsupportedMediaType), (422, .unexpected(status: 422)), (423, .locked),
        (429, .tooManyAttempts(retryAfter: .seconds(3))), (500, .internalError),
        (503, .temporarilyUnavailable(retryAfter: .seconds(3))), (599, .unexpected(status: 599)),
    ])
    func anUnknownProblemCountsByItsStatus(_ status: Int, _ expected: APIError) async throws {
        for type in [#""/problems/new-thing""#, #""about:blank""#, "7", #""/problems/""#, #""locked""#] {
            let response = ScriptedTransport.Response.json(status, #"{"type":\#(type)}"#, headers: ["Retry-After": "3"])
            #expect(try await error(for: response) == expected, "\(type)")
        }
    }

    @Test func problemWithAMismatchedStatusIsUnexpected() async throws {
        let response = ScriptedTransport.Response.json(403, #"{"type":"/problems/unauthenticated"}"#)
        #expect(try await error(for: response) == .unexpected(status: 403))
    }

    @Test(arguments: [401, 423, 404, 403, 409, 500, 511, 302, 201, 204, 100])
    func malformedProblemResponsesNeverEndOrLockASession(_ status: Int) async throws {
        for body in ["", "<html>", "{", "[]", "null", "\u{0}\u{ff}"] {
            let html = ["content-type": "text/html"]
            #expect(try await error(for: .json(status, body, headers: html)) == .unexpected(status: status))
            let problem = ["content-type": "application/problem+json"]
            #expect(try await error(for: .json(status, body, headers: problem)) == .unexpected(status: status))
        }
        let wrongType = ScriptedTransport.Response.json(
            status, #"{"type":"/problems/unauthenticated"}"#, headers: ["content-type": "text/html"])
        #expect(try await error(for: wrongType) == .unexpected(status: status))
    }

    @Test func proxyResponsesAreReportedAsThrottledOrTemporarilyUnavailable() async throws {
        let wait = ["Retry-After": "3"]
        #expect(try await error(for: .status(429, headers: wait)) == .tooManyAttempts(retryAfter: .seconds(3)))
        for status in [502, 503, 504] {
            #expect(try await error(for: .status(status)) == .temporarilyUnavailable(retryAfter: nil))
        }
    }

    @Test(arguments: ["", "{}", "null", "[]", "7", "{\"id\":7}", "\u{0}", String(repeating: "[", count: 20_000)])
    func malformedResponseIsAnUnexpectedError(_ body: String) async throws {
        #expect(try await error(for: .json(200, body)) == .unexpected(status: 200))
    }

    @Test(arguments: [
        (HTTPTransportError.notConnected, APIError.offline), (.connectionLost, .connectionLost), (.timedOut, .timedOut),
        (.cancelled, .cancelled), (.tls, .insecureConnection), (.responseTooLarge, .unexpected(status: 0)),
        (.other(code: 7), .transportFailed(code: 7)),
    ])
    func transportErrorsMapToAPIErrors(_ transportError: HTTPTransportError, _ expected: APIError) async throws {
        #expect(try await error(for: .failure(transportError)) == expected)
    }

    @Test(arguments: Call.all) func errorsNeverContainSentSecrets(_ call: Call) async throws {
        let echo = #"{"access_token":"482915","type":"/problems/new","title":"482915","detail":"482915","id":"482915"}"#
        for response in [
            ScriptedTransport.Response.json(200, echo), .json(400, echo), .json(403, echo), .json(202, "482915"),
        ] {
            let client = try LatchkeyClient.test(ScriptedTransport(response), retries: .none)
            do throws(APIError) {
                try await call.run(client)
            } catch {
                #expect(!RedactionTests.texts(of: error).contains { $0.contains("482915") })
            }
        }
    }
}
