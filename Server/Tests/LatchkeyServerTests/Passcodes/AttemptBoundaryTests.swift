import HTTPTypes
import LatchkeyAPI
import LatchkeyPasscode
import Testing

@testable import LatchkeyServer

/// Each limit of attempts, on both sides.
@Suite struct AttemptBoundaryTests {
    private static let waits = [(4, 30), (5, 60), (6, 120), (7, 240), (8, 480), (9, 960)]

    @Test("V3 a delay rejects the passcode until its last millisecond", arguments: waits)
    func aDelayRejectsThePasscodeUntilItsLastMillisecond(failure: Int, seconds: Int) async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            try await server.alterSession(Credential(secret: cookie, transport: .cookie)) { $0.failures = failure - 1 }
            let failed = try await server.verify(TestServer.wrongPasscode, cookie: cookie)
            #expect(try failed.decode(Problem.self).retryAfter == seconds)
            let start = server.clock.now
            for (milliseconds, left) in [(0, seconds), (1, seconds), (1000, seconds - 1), (seconds * 1000 - 1, 1)] {
                server.clock.advance(by: start + .milliseconds(milliseconds) - server.clock.now)
                let rejected = try await server.verify(TestServer.passcode, cookie: cookie)
                #expect(rejected.problem == "too-many-attempts")
                #expect(try rejected.decode(Problem.self).retryAfter == left)
            }
            #expect(server.hasher.checks == 1)
            #expect(try await server.account().failures == 1)
            server.clock.advance(by: .milliseconds(1))
            #expect(try await server.verify(TestServer.passcode, cookie: cookie).status == 200)
            #expect(server.hasher.checks == 2)
        }
    }

    @Test("V3 delay applies to all verifications of its session only")
    func delayAppliesToAllVerificationsOfItsSessionOnly() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let other = try await server.signIn()
            try await server.fail(4, session)
            for response in [
                try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, session),
                try await server.post(
                    "/api/auth/set-passcode", #"{"passcode":"580293","current_passcode":"739105"}"#,
                    bearer: session.accessToken),
                try await server.send(
                    .delete, "/api/auth/account", #"{"current_passcode":"739105"}"#, bearer: session.accessToken),
            ] { #expect(response.problem == "too-many-attempts") }
            #expect(server.hasher.checks == 4)
            #expect(try await server.verify(TestServer.passcode, other).status == 200)
        }
    }

    @Test("V1 ASVS-7.5.1 each current_passcode counts as a verification attempt")
    func eachCurrentPasscodeCountsAsAVerificationAttempt() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            for (index, response) in [
                try await server.verify(TestServer.wrongPasscode, session),
                try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739106"}"#, session),
                try await server.changeSettings(
                    #"{"passcode_timeout_minutes":60,"current_passcode":"739106"}"#, session),
                try await server.post(
                    "/api/auth/set-passcode", #"{"passcode":"580293","current_passcode":"739106"}"#,
                    bearer: session.accessToken),
            ].enumerated() {
                #expect(try response.decode(Problem.self).attemptsRemaining == 9 - index)
            }
            #expect(server.hasher.checks == 4)
            #expect(try await server.account().passcodeTimeoutMinutes == 15)
        }
    }

    @Test(
        "V3 attempts_remaining is the lesser of session and account",
        arguments: [(0, 0, 9), (5, 19, 4), (5, 25, 4), (5, 26, 3), (0, 20, 9), (0, 21, 8), (8, 0, 1), (0, 28, 1)])
    func attemptsRemainingIsTheLesserOfSessionAndAccount(session: Int, account: Int, remaining: Int) async throws {
        try await TestServer.run { server in
            let app = try await server.signInWithPasscode()
            try await server.alterSession(app) { $0.failures = session }
            try await server.alterAccount { $0.failures = account }
            let problem = try await server.verify(TestServer.wrongPasscode, app).decode(Problem.self)
            #expect(problem.attemptsRemaining == remaining)
            #expect(problem.sessionEnded == false)
        }
    }

    @Test(
        "V3 NIST-3.2.2-1 the 30th failure blocks the passcode, not the 29th",
        arguments: [(28, false), (29, true)])
    func the30thFailureBlocksThePasscodeNotThe29th(before: Int, isBlocked: Bool) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let other = try await server.signIn()
            try await server.alterAccount { $0.failures = before }
            let problem = try await server.verify(TestServer.wrongPasscode, session).decode(Problem.self)
            #expect(problem.sessionEnded == isBlocked)
            #expect(problem.attemptsRemaining == (isBlocked ? 0 : 1))
            #expect(problem.retryAfter == 0)
            #expect(try await server.status(other) == (isBlocked ? 401 : 423))
            let account = try await server.account()
            #expect(account.resetRequired == isBlocked && account.passcodeEnabled)
            #expect((account.passcodeHash == nil) == isBlocked)
            #expect((account.passcodeSalt == nil) == isBlocked)
        }
    }

    @Test("V3 a block also affects a disabled passcode, shown as enabled")
    func aBlockAlsoAffectsADisabledPasscodeShownAsEnabled() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, session)
            try await server.alterAccount { $0.failures = 29 }
            #expect(try await server.verify(TestServer.wrongPasscode, session).status == 403)
            let next = try await server.signIn()
            #expect(next.user.hasPasscode && next.user.passcodeEnabled && next.user.locked)
        }
    }

    @Test("V3 NIST-3.2.2-6 verify and refresh cannot unlock if a reset is required")
    func verifyAndRefreshCannotUnlockIfAResetIsRequired() async throws {
        try await TestServer.run { server in
            _ = try await server.signInWithPasscode()
            try await server.alterAccount { $0.requireReset() }
            let session = try await server.signIn()
            for _ in 0..<3 {
                #expect(try await server.verify(TestServer.passcode, session).problem == "passcode-reset-required")
            }
            #expect(server.hasher.checks == 0)
            #expect(try await server.refresh(session.refreshToken).session().user.locked)
            #expect(try await server.status(session) == 423)
            #expect(try await server.post("/api/auth/lock", bearer: session.accessToken).status == 204)
        }
    }

    @Test("V3 NIST-3.2.2-5 a success clears the account's failures")
    func aSuccessClearsTheAccountsFailures() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let other = try await server.signIn()
            try await server.fail(2, other)
            #expect(try await server.account().failures == 2)
            let verified = try await server.verify(TestServer.passcode, session).session()
            #expect(try await server.account().failures == 0)
            #expect(try await server.storedSessions().map(\.failures).sorted() == [0, 2])
            #expect(try await server.status(verified) == 200)
        }
    }

    @Test("V3 a reset clears failures and delay")
    func aResetClearsFailuresAndDelay() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.fail(4, session)
            let reset = try await server.resetPasscode(to: "580293", session).session()
            #expect(try await server.account().failures == 0)
            let problem = try await server.verify(TestServer.wrongPasscode, reset).decode(Problem.self)
            #expect(problem.attemptsRemaining == 9 && problem.retryAfter == 0)
        }
    }

    @Test("V2 invalid, weak and rejected requests spend no attempt")
    func invalidWeakAndRejectedRequestsSpendNoAttempt() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            let set = "/api/auth/set-passcode"
            for (json, problem) in [
                (#"{"passcode":"580293"}"#, "passcode-already-set"),
                (#"{"passcode":"123456","current_passcode":"739106"}"#, "weak-passcode"),
                (#"{"passcode":"58029","current_passcode":"739106"}"#, "weak-passcode"),
                (#"{"passcode":"580293","current_passcode":"73910"}"#, "invalid-request"),
            ] { #expect(try await server.post(set, json, bearer: session.accessToken).problem == problem) }
            for (json, problem) in [
                (#"{"passcode_enabled":false}"#, "invalid-request"),
                (#"{"passcode_timeout_minutes":60}"#, "invalid-request"),
                (#"{"passcode_timeout_minutes":7,"current_passcode":"739106"}"#, "invalid-timeout"),
            ] { #expect(try await server.changeSettings(json, session).problem == problem) }
            #expect(server.hasher.checks == 0)
            #expect(try await server.account().failures == 0)
        }
    }

    @Test(
        "ASVS-2.2.3 400 precedes 422, and missing members precede invalid ones",
        arguments: [
            #"{"passcode_timeout_minutes":7,"language":"xx"}"#,
            #"{"passcode_timeout_minutes":7,"passcode_enabled":false}"#,
            #"{"passcode_timeout_minutes":90}"#, #"{"passcode_timeout_minutes":7,"current_passcode":"x"}"#,
        ])
    func a400PrecedesA422AndMissingMembersPrecedeInvalidOnes(json: String) async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            #expect(try await server.changeSettings(json, session).problem == "invalid-request")
        }
    }

    @Test("V2 ASVS-6.2.3 a reused passcode is reported only after a correct one")
    func aReusedPasscodeIsReportedOnlyAfterACorrectOne() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.fail(1, session)
            func set(_ new: String, _ current: String) async throws -> TestResponse {
                try await server.post(
                    "/api/auth/set-passcode", #"{"passcode":"\#(new)","current_passcode":"\#(current)"}"#,
                    bearer: session.accessToken)
            }
            #expect(try await set("739106", "739106").problem == "incorrect-passcode")
            #expect(try await set("739105", "739106").problem == "incorrect-passcode")
            let reused = try await set("739105", "739105")
            #expect(try reused.decode(Problem.self).reason == .reused)
            #expect(try await server.status(session) == 200, "nothing was rotated")
            #expect(try await server.account().failures == 0, "but it was right")
        }
    }

    @Test("V2 without memory for the new passcode nothing changes")
    func withoutMemoryForTheNewPasscodeNothingChanges() throws {
        let hasher = OutOfMemoryHasher()
        let comparison = try PasscodeComparison(
            of: hasher.passcode, with: hasher.stored, new: hasher.other, salt: [], hasher: hasher)
        guard case .right(let right) = comparison else {
            Issue.record("a right passcode is right")
            return
        }
        #expect(right.failed && right.newHash == nil)
        let upgrade = try PasscodeComparison(
            of: hasher.passcode, with: hasher.stored, new: nil, salt: [], hasher: hasher)
        guard case .right(let kept) = upgrade else {
            Issue.record("a hash that cannot be renewed is still right")
            return
        }
        #expect(!kept.failed && kept.upgradedHash == nil)
    }
}

/// A hasher that accepts every passcode, and cannot hash a new one.
private struct OutOfMemoryHasher: PasscodeHasher {
    let passcode: Passcode
    let other: Passcode
    let stored: PasscodeHash

    init() {
        guard let passcode = Passcode("739105"), let other = Passcode("580293"),
            let parameters = Argon2Parameters(memoryKiB: 8, passes: 1),
            let stored = PasscodeHash(
                parameters: parameters, salt: [UInt8](repeating: 0, count: 16), tag: [UInt8](repeating: 0, count: 32))
        else { preconditionFailure("constants that fit") }
        (self.passcode, self.other, self.stored) = (passcode, other, stored)
    }

    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash { throw .outOfMemory }
    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool { true }
    func needsRehash(_ hash: PasscodeHash) -> Bool { true }
}
