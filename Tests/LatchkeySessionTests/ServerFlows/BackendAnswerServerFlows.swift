import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyCore
import Testing

/// The backends of `Examples` beside a server that answers what a test tells it to.
@Suite(.whereTheExamplesAreBuilt) struct BackendAnswerServerFlows {
    private static let token = "a-token+of/the=app"

    private static func json(_ body: String, status: String = "200 OK") -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n" + body
    }

    /// An answer about an open session whose passcode was given so long ago.
    private static func open(ago seconds: Int, acr: String = "urn:latchkey:passcode", sub: String = "ada") -> String {
        let time = Int(Date().timeIntervalSince1970) - seconds
        return json(#"{"active":true,"locked":false,"sub":"\#(sub)","acr":"\#(acr)","auth_time":\#(time)}"#)
    }

    /// The statuses of `GET /tickets` and `POST /refunds`, and the challenge of the latter.
    private struct Statuses: Equatable {
        let tickets: Int
        let refund: Int
        var challenge: APIError?
    }

    private func statuses(_ backend: RunningBackend) async throws -> Statuses {
        let tickets = try await RunningBackend.answer(to: backend.tickets, token: Self.token)
        let refund = try await RunningBackend.answer(to: backend.refund, token: Self.token)
        return Statuses(
            tickets: tickets.status, refund: refund.status,
            challenge: APIError(challenge: refund.header("WWW-Authenticate")))
    }

    @Test("ASVS-16.5.3 Fail closed: whatever is no proper answer is 503", arguments: BackendExample.allCases)
    func noProperAnswer(_ example: BackendExample) async throws {
        let answer = LockedValue("")
        let latchkey = try LoopbackServer { connection in
            if connection.readRequest() != nil { connection.write(answer.withLock { $0 }) }
        }
        defer { latchkey.stop() }
        let backend = try example.start(latchkey: try latchkey.url.absoluteString)
        let proper = #"{"active":true,"sub":"ada","acr":"urn:latchkey:passcode","auth_time":1}"#
        let answers = [
            "", "nothing", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", Self.json("[]"), Self.json("null"),
            Self.json("true"), Self.json(#"{"active":true"#), Self.json("{}"), Self.json(#"{"active":"true"}"#),
            Self.json(#"{"active":1,"sub":"ada"}"#), Self.json(#"{"active":true}"#),
            Self.json(#"{"active":true,"sub":""}"#), Self.json(#"{"active":true,"sub":7}"#),
            Self.json(proper, status: "201 Created"), Self.json(proper, status: "500 Internal Server Error"),
            Self.json(proper, status: "503 Service Unavailable"), Self.json(proper, status: "401 Unauthorized"),
            Self.json(proper + String(repeating: " ", count: 100_000) + "!"),
        ]
        for text in answers {
            answer.withLock { $0 = text }
            #expect(try await statuses(backend) == Statuses(tickets: 503, refund: 503), "\(text.prefix(200))")
        }
    }

    @Test("No redirect is followed with the token and the secret", arguments: BackendExample.allCases)
    func redirects(_ example: BackendExample) async throws {
        let other = try LoopbackServer { connection in
            if connection.readRequest() != nil { connection.write(Self.open(ago: 0)) }
        }
        defer { other.stop() }
        let place = try other.url.absoluteString
        for status in ["301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect"] {
            let latchkey = try LoopbackServer { connection in
                guard connection.readRequest() != nil else { return }
                connection.write(
                    "HTTP/1.1 \(status)\r\nLocation: \(place)/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            }
            defer { latchkey.stop() }
            let backend = try example.start(latchkey: try latchkey.url.absoluteString)
            #expect(try await statuses(backend).tickets == 503)
        }
        #expect(other.connections == 0)
    }

    @Test(
        "A server that does not go on is waited for no longer than a few seconds", arguments: BackendExample.allCases,
        ["", "HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{\"active\":true,"])
    func slow(_ example: BackendExample, beginning: String) async throws {
        let latchkey = try LoopbackServer { connection in
            guard connection.readRequest() != nil else { return }
            if !beginning.isEmpty { connection.write(beginning) }
            connection.waitForClose()
        }
        defer { latchkey.stop() }
        let backend = try example.start(latchkey: try latchkey.url.absoluteString)
        let start = ContinuousClock.now
        #expect(try await RunningBackend.answer(to: backend.tickets, token: Self.token).status == 503)
        let time = start.duration(to: .now)
        #expect(time > .seconds(1.5) && time < .seconds(45), "\(time)")
    }

    @Test(
        "A refund takes a passcode of the last five minutes, and not of the future",
        arguments: BackendExample.allCases)
    func freshness(_ example: BackendExample) async throws {
        let answer = LockedValue("")
        let latchkey = try LoopbackServer { connection in
            if connection.readRequest() != nil { connection.write(answer.withLock { $0 }) }
        }
        defer { latchkey.stop() }
        let backend = try example.start(latchkey: try latchkey.url.absoluteString)
        // Clocks differ a little; a loaded machine takes its time.
        for ago in [0, 1, 280, -30] {
            answer.withLock { $0 = Self.open(ago: ago) }
            #expect(try await statuses(backend) == Statuses(tickets: 200, refund: 200), "\(ago)")
        }
        let tooOld = APIError.passcodeTooOld(maxAge: .seconds(300))
        let old = [
            Self.open(ago: 301), Self.open(ago: 86_400), Self.open(ago: -90), Self.open(ago: -31_536_000),
            Self.open(ago: 0, acr: "urn:other"), Self.open(ago: 0, acr: ""),
            Self.json(#"{"active":true,"sub":"ada","acr":"urn:latchkey:passcode"}"#),
            Self.json(#"{"active":true,"sub":"ada"}"#),
            Self.json(#"{"active":true,"sub":"ada","acr":"urn:latchkey:passcode","auth_time":-9223372036854775808}"#),
        ]
        for text in old {
            answer.withLock { $0 = text }
            #expect(try await statuses(backend) == Statuses(tickets: 200, refund: 401, challenge: tooOld), "\(text)")
        }
        let refused = [(#"{"active":false,"locked":true}"#, 423), (#"{"active":false}"#, 401)]
        for (text, status) in refused {
            answer.withLock { $0 = Self.json(text) }
            #expect(try await statuses(backend) == Statuses(tickets: status, refund: status), "\(text)")
        }
        // Each time anew, in a form, by the secret.
        let form = "token=a-token%2Bof%2Fthe%3Dapp"
        let authorization = "Basic " + Data("backend:\(BackendExample.secret)".utf8).base64EncodedString()
        #expect(latchkey.received.count == 2 * (4 + old.count + refused.count))
        for request in latchkey.received {
            #expect(request.hasPrefix("POST /api/auth/introspect HTTP/1.1\r\n") && request.contains(authorization))
            #expect(request.replacing("%2D", with: "-").hasSuffix("\r\n\r\n" + form))
        }
    }

    @Test("Without a bearer token no one is asked", arguments: BackendExample.allCases)
    func noToken(_ example: BackendExample) async throws {
        let latchkey = try LoopbackServer { connection in
            if connection.readRequest() != nil { connection.write(Self.open(ago: 0)) }
        }
        defer { latchkey.stop() }
        let backend = try example.start(latchkey: try latchkey.url.absoluteString)
        for value in [nil, "", "Bearer", "Bearer ", "Basic YTpi", "Bearerabc", "abc"] {
            var request = backend.tickets
            request.headers["Authorization"] = value
            let answer = try await RunningBackend.answer(to: request, token: nil)
            #expect(answer.status == 401 && answer.header("WWW-Authenticate") == "Bearer", "\(value ?? "none")")
        }
        #expect(latchkey.connections == 0)
    }
}
