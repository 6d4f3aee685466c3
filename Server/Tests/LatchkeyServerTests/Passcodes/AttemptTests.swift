import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct AttemptTests {
    @Test("V3 three failures cost no wait, the fourth 30 seconds, doubled up to 960 at the ninth")
    func waitsDouble() {
        let waits = (0...10).map { AttemptLimits.wait(afterFailure: $0).wholeSeconds }
        #expect(waits == [0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 0])
    }

    @Test("V3 the tenth failure ends the session")
    func tenthFailureEndsTheSession() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPageWithPasscode()
            for failure in 1...10 {
                let answer = try await server.verify(TestServer.wrongPasscode, cookie: cookie)
                let problem = try answer.decode(Problem.self)
                #expect(answer.status == 403)
                #expect(problem.attemptsRemaining == 10 - failure)
                #expect(problem.retryAfter == AttemptLimits.wait(afterFailure: failure).wholeSeconds)
                #expect(problem.sessionEnded == (failure == 10))
                server.clock.advance(by: .seconds(960))
            }
            #expect(try await server.verify(TestServer.passcode, cookie: cookie).problem == "unauthenticated")
            #expect(server.hasher.checks == 10)
        }
    }
}
