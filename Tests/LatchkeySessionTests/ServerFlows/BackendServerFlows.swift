import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import Testing

@testable import LatchkeySession

/// An app, a server, and the backends of `Examples`, each in a separate process.
@Suite(.whereTheExamplesAreBuilt) @MainActor struct BackendServerFlows {
    private let server: ServerProcess
    private let mailbox: Mailbox
    private let device: Device

    init() throws {
        server = try ServerProcess(["LATCHKEY_INTROSPECTION_SECRET": BackendExample.secret])
        mailbox = Mailbox(server: server)
        device = try Device(server)
    }

    private func load(_ request: TransportRequest, _ app: App) async throws -> String {
        let body = try await app.model.perform { token in try await RunningBackend.body(of: request, token: token) }
        return String(decoding: body, as: UTF8.self)
    }

    @Test(
        "ASVS-8.3.3 a rejected backend call succeeds after a fresh passcode",
        arguments: BackendExample.shops)
    func aRejectedBackendCallSucceedsAfterAFreshPasscode(_ example: BackendExample) async throws {
        let backend = try example.start(latchkey: server.url)
        // The passcode was verified seven minutes ago.
        try server.advanceClock(by: -420)
        let (app, _) = try await mailbox.ready(device)
        try server.advanceClock(by: 420)
        #expect(try await load(backend.tickets, app).contains("T-17"))
        let former = try await app.call().get()
        await #expect(throws: SessionError.api(.passcodeTooOld(maxAge: .seconds(300)))) {
            try await load(backend.refund, app)
        }
        #expect(try await app.call().get() == former, "no token was renewed")
        // The backend's challenge matches the gate's.
        let gate = TransportRequest(
            method: .get, url: try #require(URL(string: server.url + "/api/auth/gate?max_age=300")),
            timeout: .seconds(20))
        let (asked, rejected) = (
            try await RunningBackend.response(to: gate, token: former),
            try await RunningBackend.response(to: backend.refund, token: former)
        )
        #expect(asked.header("WWW-Authenticate") == rejected.header("WWW-Authenticate"))
        #expect(await app.model.confirmPasscode(.wrong) == .wrong(remaining: 9))
        await #expect(throws: SessionError.api(.passcodeTooOld(maxAge: .seconds(300)))) {
            try await load(backend.refund, app)
        }
        #expect(await app.model.confirmPasscode(.right) == .unlocked)
        #expect(try await load(backend.refund, app).contains("T-17"))
        #expect(app.model.state == .ready)

        // Access tokens grant no access after a lock or a sign-out.
        let token = try await app.call().get()
        #expect(await app.model.lockNow() == .everywhere)
        #expect(try await RunningBackend.response(to: backend.tickets, token: token).status == 423)
        #expect(await app.model.unlock(with: .right) == .unlocked)
        #expect(await app.model.confirmed() == .confirmed)
        let last = try await app.call().get()
        #expect(await app.model.signOut() == nil)
        await app.model.loggedOut()
        #expect(try await RunningBackend.response(to: backend.tickets, token: last).status == 401)

        // Without the server, the token's state is unknown.
        try server.stop()
        #expect(try await RunningBackend.response(to: backend.tickets, token: last).status == 503)
        let log = try backend.stop()
        for secret in [former, token, last, BackendExample.secret, "481920"] { #expect(!log.contains(secret)) }
    }

    @Test(arguments: BackendExample.shops)
    func sessionsWithoutAPasscodeCanReadButNotRefund(_ example: BackendExample) async throws {
        let backend = try example.start(latchkey: server.url)
        let app = await device.launched()
        try await mailbox.signIn(app)
        #expect(await app.model.setUpLater() == nil)
        #expect(try await load(backend.tickets, app).contains("T-17"))
        await #expect(throws: SessionError.api(.passcodeTooOld(maxAge: .seconds(300)))) {
            try await load(backend.refund, app)
        }
        #expect(await app.model.confirmPasscode(.right) == .noPasscode)
        #expect(await app.model.setPasscode(.right) == .done)
        #expect(try await load(backend.refund, app).contains("T-17"))
    }
}
