import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyCore
import Testing

/// The middleware in each language, with scripted responses of the server.
@Suite(.whereTheExamplesAreBuilt) struct BackendResponseServerFlows {
    private static let token = "a-token+of/the=app"
    private static let open = BackendCase(name: "open", open: .init(ago: 0), tickets: 200, refund: 200)

    /// A backend, its scripted server, and a server that must not be called.
    private struct Scene {
        let latchkey: LoopbackServer
        let other: LoopbackServer
        let backend: RunningBackend
        let current: LockedValue<BackendCase>

        init(_ example: BackendExample) throws {
            let (current, other) = (
                LockedValue(BackendResponseServerFlows.open), try LoopbackServer { $0.readRequest() }
            )
            let away = try other.url
            latchkey = try LoopbackServer { connection in current.withLock { $0 }.respond(connection, away: away) }
            (self.current, self.other) = (current, other)
            // The secret must not be sent to an operator's proxy.
            backend = try example.start(
                latchkey: try latchkey.url.absoluteString, proxy: try other.url.absoluteString)
        }

        func stop() {
            latchkey.stop()
            other.stop()
        }
    }

    @Test("ASVS-16.5.3 all backends fail closed with the same responses", arguments: BackendExample.allCases)
    func allBackendsFailClosedWithTheSameResponses(_ example: BackendExample) async throws {
        let scene = try Scene(example)
        defer { scene.stop() }
        let tooOld =
            #"Bearer error="insufficient_user_authentication", "#
            + #"error_description="The passcode was verified too long ago, or never", max_age="300""#
        let (ticketsRequest, refundRequest) = (scene.backend.tickets, scene.backend.refund)
        #expect(BackendCase.all.count > 70)
        for one in BackendCase.all {
            scene.current.withLock { $0 = one }
            let start = ContinuousClock.now
            // Without a response from the server, both wait for two seconds.
            async let waiting =
                one.then == nil ? nil : RunningBackend.response(to: refundRequest, token: Self.token)
            let tickets = try await RunningBackend.response(to: ticketsRequest, token: Self.token)
            let time = start.duration(to: .now)
            let refund =
                if let waited = try await waiting {
                    waited
                } else {
                    try await RunningBackend.response(to: refundRequest, token: Self.token)
                }
            #expect(tickets.status == one.tickets && refund.status == one.refund, "\(one.name)")
            let challenge =
                one.stepUp == true ? tooOld : one.invalidToken == true ? #"Bearer error="invalid_token""# : nil
            #expect(refund.header("WWW-Authenticate") == challenge, "\(one.name)")
            if one.tickets != 200 { #expect(tickets.header("Cache-Control") == "no-store", "\(one.name)") }
            // The timeout is two seconds; the upper bound allows for a loaded machine.
            #expect(one.then == nil ? true : time > .seconds(1.5) && time < .seconds(15), "\(one.name): \(time)")
        }
        // Each request causes one form-encoded introspection with the secret, and no other call.
        let form = "token=a-token%2Bof%2Fthe%3Dapp&activity=any"
        let authorization = "Basic " + Data("backend:\(BackendExample.secret)".utf8).base64EncodedString()
        // Under load, a backend may reach its timeout before it has sent the request of a case without a response.
        let withResponse = BackendCase.all.filter { $0.then == nil }
        #expect((2 * withResponse.count...2 * BackendCase.all.count).contains(scene.latchkey.received.count))
        for request in scene.latchkey.received {
            #expect(request.hasPrefix("POST /api/auth/introspect HTTP/1.1\r\n") && request.contains(authorization))
            #expect(request.replacing("%2D", with: "-").hasSuffix("\r\n\r\n" + form))
        }
        #expect(scene.other.connections == 0)
    }

    @Test(arguments: ["python3 middleware.py", "node --test middleware.mjs", "node --test worker.mjs"])
    func testsOfEachMiddlewarePass(_ command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let folder = BackendExample.root.appending(path: "Backend/test")
        let output = try TemporaryDirectory()
        let errors = output.url.appending(path: "errors")
        let process = try ChildProcess(
            URL(filePath: "/usr/bin/\(words[0])"),
            words.dropFirst().dropLast() + [folder.appending(path: words.last ?? "").path],
            environment: ["PATH": "/usr/bin:/bin"], errors: errors)
        var lines: [String] = []
        while let line = process.nextLine() { lines.append(line) }
        let change = try process.waitForChange()
        let log = lines.joined(separator: "\n") + ((try? String(contentsOf: errors, encoding: .utf8)) ?? "")
        #expect(change == .exited(0), "\(log)")
    }

    @Test("V20 automatic browser requests do not extend a session", arguments: BackendExample.allCases)
    func automaticBrowserRequestsDoNotExtendASession(_ example: BackendExample) async throws {
        let scene = try Scene(example)
        defer { scene.stop() }
        for name in BackendActivity.browserHeaders {
            var request = scene.backend.tickets
            request.headers[name] = "cors"
            #expect(try await RunningBackend.response(to: request, token: Self.token).status == 200)
        }
        #expect(scene.latchkey.received.count == BackendActivity.browserHeaders.count)
        #expect(scene.latchkey.received.allSatisfy { $0.hasSuffix("&activity=none") })
    }

    @Test(arguments: BackendExample.allCases)
    func requestWithoutABearerTokenCausesNoIntrospection(_ example: BackendExample) async throws {
        let scene = try Scene(example)
        defer { scene.stop() }
        for value in [nil, "", "Bearer", "Bearer ", "Basic YTpi", "Bearerabc", "abc", "Bearer a b"] {
            var request = scene.backend.tickets
            request.headers["Authorization"] = value
            let response = try await RunningBackend.response(to: request, token: nil)
            #expect(response.status == 401 && response.header("WWW-Authenticate") == "Bearer", "\(value ?? "none")")
        }
        #expect(scene.latchkey.connections == 0)
    }
}
