import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Two servers on one database, only one with the stricter rule, as during a rolling restart. Each applies its own
/// rule, and writes of the looser one grant no access at the stricter one.
@Suite struct LooserServerTests {
    private static let five = ["LATCHKEY_LONGEST_TIMEOUT": "5"]
    private static let week = ["LATCHKEY_SESSION_DAYS": "7"]
    private static let required = ["LATCHKEY_PASSCODE": "required"]
    private static let disable = #"{"passcode_enabled":false,"current_passcode":"739105"}"#

    @Test("V13 a stricter server's lock stops the looser one's verification")
    func aStricterServersLockStopsTheLooserOnesVerification() async throws {
        try await TestServer.run { loose in
            let session = try await loose.signInWithPasscode()
            let hour = #"{"passcode_timeout_minutes":60,"current_passcode":"739105"}"#
            _ = try await loose.changeSettings(hour, session)
            loose.clock.advance(by: .minutes(5) - .seconds(1))
            try await loose.restarted(Self.five) { (strict) async throws in
                let barrier = loose.holdChecks()
                async let response = loose.changeSettings(Self.disable, session)
                await barrier.arrivals(1)
                strict.clock.advance(by: .seconds(1))
                #expect(try await strict.gate(session) == "locked")
                barrier.open(times: 100)
                #expect(try await response.problem == "locked")
                let account = try await strict.account()
                #expect(account.passcodeEnabled && account.failures == 0)
                #expect(try await strict.gate(session) == "locked")
                // The passcode unlocks it at either, for both.
                let open = try await loose.verify(TestServer.passcode, session).session()
                #expect(try await strict.gate(open) == "open")
                strict.clock.advance(by: .minutes(5))
                #expect(try await strict.gate(open) == "locked")
            }
        }
    }

    @Test("V13 a passcode disabled at a looser server is still required")
    func aPasscodeDisabledAtALooserServerIsStillRequired() async throws {
        try await TestServer.run { loose in
            let session = try await loose.signInWithPasscode()
            let barrier = loose.holdChecks()
            async let response = loose.changeSettings(Self.disable, session)
            await barrier.arrivals(1)
            try await loose.restarted(Self.required) { (strict) async throws in
                #expect(try await strict.gate(session) == "open")
            }
            barrier.open(times: 100)
            let open = try await response
            #expect(open.status == 200)
            let other = try await loose.signInLater()
            #expect(try await loose.gate(other) == "open")
            try await loose.restarted(Self.required) { (strict) async throws in
                #expect(try await strict.gate(other) == "locked")
                #expect(try await strict.me(session).passcodeEnabled)
            }
        }
    }

    @Test("V6 an ended session grants nothing at the stricter server")
    func anEndedSessionGrantsNothingAtTheStricterServer() async throws {
        for isSwept in [false, true] {
            try await TestServer.run { loose in
                let first = try await loose.signInWithPasscode()
                loose.clock.advance(by: .days(7) - .seconds(1))
                let session = try await loose.refresh(first.refreshToken).session()
                try await loose.restarted(Self.week) { (strict) async throws in
                    let barrier = loose.holdChecks()
                    async let response = loose.verify(TestServer.passcode, session)
                    await barrier.arrivals(1)
                    strict.clock.advance(by: .seconds(1))
                    #expect(try await strict.status(session) == 401)
                    if isSwept { try await strict.parts.sweeper.sweep() }
                    barrier.open(times: 100)
                    let verified = try await response
                    #expect(verified.status == (isSwept ? 401 : 200))
                    #expect(try await strict.account().failures == 0)
                    guard !isSwept else { return }
                    let open = try verified.session()
                    #expect(try await loose.status(open) == 200)
                    #expect(try await strict.status(open) == 401)
                    #expect(try await strict.refresh(open.refreshToken).status == 401)
                }
            }
        }
    }
}
