import ChildProcess
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct POSIXSignalLifecycleSourceTests {
    @Test func processStopsAfterItsHandlersAndBecomesActiveOnResume() throws {
        let child = try start()
        for _ in 0..<3 {
            child.send(SIGTSTP)
            #expect(try child.waitForChange() == .stopped(by: SIGTSTP))
            // Events after the stop would be late.
            #expect(child.linesSoFar() == ["inactive", "background"])
            child.send(SIGCONT)
            #expect([child.nextLine(), child.nextLine()] == ["foreground", "active"])
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP]) func processEndsByTheReceivedSignalAfterItsHandlers(signal: Int32) throws {
        let child = try start()
        child.send(signal)
        #expect(try child.waitForChange() == .killed(by: signal))
        #expect(child.linesSoFar() == ["inactive", "background", "terminate"])
    }

    @Test func unannouncedStopSendsABackgroundEventOnResume() throws {
        let child = try start()
        child.send(SIGSTOP)
        #expect(try child.waitForChange() == .stopped(by: SIGSTOP))
        #expect(child.linesSoFar() == [])
        child.send(SIGCONT)
        let lines = (0..<4).map { _ in child.nextLine() }
        #expect(lines == ["inactive", "background", "foreground", "active"])
    }

    @Test func hangingHandlerDoesNotPreventTermination() throws {
        let child = try start("hanging")
        child.send(SIGHUP)
        // The hanging handler is running after this line.
        while let line = child.nextLine(), line != "terminate" {}
        child.send(SIGTERM)
        #expect(try child.waitForChange() == .killed(by: SIGTERM))
    }

    @Test func secondSIGHUPDoesNotCutHandlersShort() throws {
        let child = try start("hanging")
        child.send(SIGHUP)
        while let line = child.nextLine(), line != "terminate" {}
        child.send(SIGHUP)
        // Not ended by the earlier SIGHUP.
        child.send(SIGTERM)
        #expect(try child.waitForChange() == .killed(by: SIGTERM))
    }

    @Test func sigtermToAStoppedProcessTakesEffectWhenContinued() throws {
        let child = try start()
        child.send(SIGTSTP)
        #expect(try child.waitForChange() == .stopped(by: SIGTSTP))
        child.send(SIGTERM)
        child.send(SIGCONT)
        #expect(try child.waitForChange() == .killed(by: SIGTERM))
        #expect(child.linesSoFar().suffix(1) == ["terminate"])
    }

    @Test func cancelledSourceReleasesItsSignalsForAnotherSource() throws {
        let child = try ChildProcess(["lifecycle", "cancelled"])
        #expect(child.nextLine() == "second source started")
    }

    private func start(_ arguments: String...) throws -> ChildProcess {
        let child = try ChildProcess(["lifecycle"] + arguments)
        // The child also verifies that a second source is rejected.
        #expect(child.nextLine() == "ready")
        return child
    }
}
