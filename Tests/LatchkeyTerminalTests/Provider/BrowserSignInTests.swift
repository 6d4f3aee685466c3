import ChildProcess
import Crypto
import Foundation
import LatchkeyAPI
import LatchkeyCore
import LatchkeyTestSupport
import Testing

@testable import LatchkeyTerminal

/// Sign-in with a browser, simulated by an HTTP client, and a local port.
@Suite struct BrowserSignInTests {
    private let provider = ScriptedProvider()
    private let clock = ManualClock()

    /// Returns the outcome of a sign-in with a simulated browser.
    private func signIn(
        reauthentication: Reauthentication? = nil,
        by browser: @escaping @Sendable (BrowserRedirect) async throws -> Void
    ) async throws -> Result<String, ProviderSignInError> {
        let flow = BrowserSignIn(
            provider: try await provider.metadata(), clientID: "terminal", http: provider.http,
            pages: BrowserSignIn.Pages(
                taken: "Go back.", rejected: "No.", used: "Again.", language: "en", isRightToLeft: false),
            reauthentication: reauthentication,
            clock: clock)
        do throws(ProviderSignInError) {
            return .success(
                try await flow.idToken { address in
                    do { try await browser(await BrowserRedirect(address)) } catch { Issue.record(error) }
                })
        } catch {
            return .failure(error)
        }
    }

    @Test(
        """
        MASVS-AUTH-1 RFC 8252 the browser gets PKCE, state and nonce
        """)
    func rfc8252TheBrowserGetsPKCEStateAndNonce() async throws {
        let provider = provider
        let way = LockedValue<BrowserRedirect?>(nil)
        let result = try await signIn { new in
            way.withLock { $0 = new }
            provider.add("/token", 200, ["id_token": try ScriptedProvider.idToken(nonce: new.nonce)])
            let response = try await new.visit([("code", "C+/ 1"), ("state", new.state)])
            #expect(response?.status == 200 && response?.page.contains("Go back.") == true)
        }
        let sent = try #require(way.withLock { $0 })
        #expect(try result.get() == ScriptedProvider.idToken(nonce: sent.nonce))
        #expect(sent.address.hasPrefix("https://login.example/authorize?tenant=1&response_type=code&"))
        #expect(sent.fields["client_id"] == "terminal" && sent.fields["scope"]?.contains("openid") == true)
        #expect(sent.fields["code_challenge_method"] == "S256")
        #expect(sent.redirect.wholeMatch(of: #/http://127\.0\.0\.1:[0-9]+/sign-in/return/#) != nil)
        let question = try #require(provider.questions("/token").first)
        #expect(question["grant_type"] == "authorization_code" && question["code"] == "C+/ 1")
        #expect(question["client_id"] == "terminal" && question["redirect_uri"] == sent.redirect)
        let verifier = try #require(question["code_verifier"])
        let challenge = Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        #expect(sent.fields["code_challenge"] == challenge && verifier != challenge)
        // 256 bits each, and all different.
        #expect([verifier, sent.state, sent.nonce].allSatisfy { $0.count == 43 })
        #expect(Set([verifier, sent.state, sent.nonce]).count == 3)
    }

    @Test(arguments: [("ar_EG.UTF-8", "lang=\"ar\" dir=\"rtl\""), ("pt_PT", "lang=\"pt-BR\" dir=\"ltr\"")])
    func pageNamesItsLanguageAndDirection(locale: String, attributes: String) {
        let pages = BrowserSignIn.Pages(.preferred(in: ["LANG": locale]))
        #expect(pages.page(pages.taken).hasPrefix("<!doctype html><html \(attributes)>"))
    }

    @Test("MASVS-AUTH-1 invalid state is rejected without consuming the valid one")
    func invalidStateIsRejectedWithoutConsumingTheValidOne() async throws {
        let provider = provider
        let result = try await signIn { way in
            let other: String = (way.state.hasPrefix("x") ? "y" : "x") + way.state.dropFirst()
            let wrong: [[(String, String)]] = [
                [("code", "evil"), ("state", other)], [("code", "evil")],
                [("code", "evil"), ("state", "")], [("error", "access_denied")],
                [("code", "evil"), ("state", way.state), ("state", way.state)],
            ]
            for fields in wrong { #expect(try await way.visit(fields)?.status == 400) }
            #expect(try await way.visit([("code", "evil"), ("state", way.state)], path: "/")?.status == 404)
            #expect(try await way.visit([("code", "evil"), ("state", way.state)], method: .delete) == nil)
            provider.add("/token", 200, ["id_token": try ScriptedProvider.idToken(nonce: way.nonce)])
            #expect(try await way.succeed() == 200)
        }
        #expect(throws: Never.self) { try result.get() }
        #expect(provider.questions("/token").map { $0["code"] } == ["C+/ 1"])
    }

    @Test("MASVS-AUTH-1 response must come from the browser that started sign-in")
    func responseMustComeFromTheBrowserThatStartedSignIn() async throws {
        let provider = provider
        let result = try await signIn { way in
            #expect(!way.entry.absoluteString.contains(way.state) && !way.entry.absoluteString.contains("code"))
            let again = try await BrowserRedirect.get(way.entry)
            #expect(again.status == 410 && String(decoding: again.body, as: UTF8.self).contains("Again."))
            #expect(again.header("Location") == nil && again.header("Set-Cookie") == nil)
            for cookies in ["", "latchkey-sign-in=", "latchkey-sign-in=x", "x\(way.cookie)"] {
                let response = try await way.visit([("code", "evil"), ("state", way.state)], cookies: cookies)
                #expect(response?.status == 400, "\(cookies)")
            }
            provider.add("/token", 200, ["id_token": try ScriptedProvider.idToken(nonce: way.nonce)])
            #expect(try await way.succeed() == 200)
        }
        #expect(throws: Never.self) { try result.get() }
        #expect(provider.questions("/token").map { $0["code"] } == ["C+/ 1"])
    }

    #if os(Linux)
    private static let setpriv = "/usr/bin/setpriv"

    @Test(
        .enabled(
            if: getuid() == 0 && FileManager.default.isExecutableFile(atPath: setpriv),
            "needs root and setpriv to become another user"))
    func requestFromAnotherUserIsRejectedWithoutConsumingTheAddress() async throws {
        let (targets, more) = AsyncStream.makeStream(of: String.self)
        let listener = try LoopbackListener { request in
            more.yield(request.target)
            return LoopbackListener.Response(status: "200 OK", body: "own")
        }
        defer { listener.stop() }
        let script = """
            exec 3<>/dev/tcp/127.0.0.1/\(listener.port); printf 'GET /%s HTTP/1.1\\r\\n\\r\\n' "$0" >&3; cat <&3
            """
        let other = try ChildProcess(
            URL(filePath: Self.setpriv),
            ["--reuid=65534", "--regid=65534", "--clear-groups", "/bin/bash", "-c", script, "other"])
        #expect(other.nextLine()?.hasPrefix("HTTP/1.1 403 ") == true)
        while other.nextLine() != nil {}
        let own = try ChildProcess(URL(filePath: "/bin/bash"), ["-c", script, "own"])
        #expect(own.nextLine()?.hasPrefix("HTTP/1.1 200 ") == true)
        while own.nextLine() != nil {}
        more.finish()
        #expect(await targets.reduce(into: []) { $0.append($1) } == ["/own"])
    }
    #endif

    @Test func onlyOneResponseIsAcceptedBeforeThePortCloses() async throws {
        let provider = provider
        let way = LockedValue<BrowserRedirect?>(nil)
        let result = try await signIn { new in
            way.withLock { $0 = new }
            provider.add("/token", 200, ["id_token": try ScriptedProvider.idToken(nonce: new.nonce)])
            #expect(try await new.succeed() == 200)
            #expect(try await new.visit([("code", "second"), ("state", new.state)])?.status != 200)
        }
        #expect(throws: Never.self) { try result.get() }
        #expect(provider.questions("/token").map { $0["code"] } == ["C+/ 1"])
        let sent = try #require(way.withLock { $0 })
        try await until { try await sent.visit([("state", sent.state)]) == nil }
    }

    @Test func rfc9207WrongIssuerOrMissingRequiredIssuerIsRejected() async throws {
        let provider = provider
        #expect(try await signIn { _ = try await $0.succeed([("iss", "https://evil.example")]) } == .failure(.mismatch))
        #expect(
            try await signIn { _ = try await $0.succeed([("iss", ScriptedProvider.issuer + "/")]) }
                == .failure(.mismatch))
        provider.setDocument(["authorization_response_iss_parameter_supported": true])
        #expect(try await signIn { _ = try await $0.succeed() } == .failure(.mismatch))
        #expect(provider.questions("/token").isEmpty, "no code goes to a provider that it may not be of")
        let result = try await signIn { way in
            provider.add("/token", 200, ["id_token": try ScriptedProvider.idToken(nonce: way.nonce)])
            _ = try await way.succeed([("iss", ScriptedProvider.issuer)])
        }
        #expect(throws: Never.self) { try result.get() }
    }

    @Test func idTokenWithoutTheExpectedNonceIsRejected() async throws {
        let provider = provider
        for token in [try ScriptedProvider.idToken(nonce: "other"), try ScriptedProvider.idToken(nonce: nil), "x"] {
            provider.add("/token", 200, ["id_token": token])
            #expect(try await signIn { _ = try await $0.succeed() } == .failure(.mismatch))
        }
    }

    @Test func resetRequiresReauthenticationConfirmedByTheProvider() async throws {
        let provider = provider
        let now = 1_700_000_000.0
        let begun = Reauthentication(since: Date(timeIntervalSince1970: now))
        for (authTime, isEnough) in [(nil, false), (now - 61, false), (now - 60, true), (now + 30, true)]
            as [(Double?, Bool)]
        {
            let result = try await signIn(reauthentication: begun) { way in
                #expect(way.fields["prompt"] == "login" && way.fields["max_age"] == "0")
                let token = try ScriptedProvider.idToken(nonce: way.nonce, authTime: authTime)
                provider.add("/token", 200, ["id_token": token])
                _ = try await way.succeed()
            }
            #expect(((try? result.get()) != nil) == isEnough, "\(String(describing: authTime))")
            if !isEnough { #expect(result == .failure(.notReauthenticated)) }
        }
        _ = try await signIn { way in
            #expect(way.fields["prompt"] == nil && way.fields["max_age"] == nil)
            provider.add("/token", 200, ["id_token": try ScriptedProvider.idToken(nonce: way.nonce)])
            _ = try await way.succeed()
        }
    }

    @Test func providerRejectionIsDistinguishedFromAnUnreachableProvider() async throws {
        let provider = provider
        let denied = try await signIn { way in
            let response = try await way.visit([("error", "access_denied"), ("state", way.state)])
            #expect(response?.status == 400)
        }
        #expect(denied == .failure(.denied))
        provider.add("/token", 400, ["error": "invalid_grant"])
        #expect(try await signIn { _ = try await $0.succeed() } == .failure(.denied))
        provider.add("/token", 401, ["error": "invalid_client"])
        #expect(try await signIn { _ = try await $0.succeed() } == .failure(.unreachable))
        provider.add("/token", 200, nil)
        #expect(try await signIn { _ = try await $0.succeed() } == .failure(.unreachable))
    }

    @Test func signInExpiresAfterTenMinutesWithoutAResponse() async throws {
        let clock = clock
        let result = try await signIn { way in
            await clock.waitForSleepers()
            clock.advance(by: .seconds(599))
            let response = try await way.visit([("state", "wrong")])
            #expect(response?.status == 400, "still open")
            clock.advance(by: .seconds(1))
        }
        #expect(result == .failure(.expired))
    }

    @Test func cancellingEndsTheWaitAndClosesThePort() async throws {
        let way = LockedValue<BrowserRedirect?>(nil)
        let task = Task { try await signIn { new in way.withLock { $0 = new } } }
        try await until { way.withLock { $0 } != nil }
        task.cancel()
        #expect(try await task.value == .failure(.cancelled))
        let sent = try #require(way.withLock { $0 })
        try await until { try await sent.succeed() == nil }
    }

    @Test func portIsOpenOnlyOnTheLoopbackAddress() throws {
        let listener = try LoopbackListener { _ in LoopbackListener.Response(status: "200 OK") }
        defer { listener.stop() }
        #expect(listener.port != 0)
        // A listener on all interfaces would be reachable at each loopback address.
        #expect(throws: POSIXError.self) { try TestSocket.connect("127.0.0.2", listener.port) }
        #expect(throws: Never.self) { try TestSocket.connect("127.0.0.1", listener.port) }
    }

    @Test func idleConnectionsDoNotDelayOtherRequests() async throws {
        let listener = try LoopbackListener { LoopbackListener.Response(status: "200 OK", body: $0.target) }
        defer { listener.stop() }
        let idle = try (0..<8).map { _ in try TestSocket.open("127.0.0.1", listener.port) }
        defer { for socket in idle { close(socket) } }
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/x?y=1"))
        let response = try await URLSessionTransport().send(
            TransportRequest(method: .get, url: url, timeout: .seconds(60)))
        #expect(String(decoding: response.body, as: UTF8.self) == "/x?y=1")
    }
}
