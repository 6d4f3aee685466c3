import LatchkeyBiometrics
import LatchkeyCore
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyTestSupport
import Testing

@testable import LatchkeyUI

@MainActor @Suite struct BiometricGateTests {
    let biometrics = MockBiometricAuth()
    private let clock = ManualClock()

    private func gate(lockAfter: Duration = .zero) -> BiometricGateModel {
        BiometricGateModel(biometrics, reason: "Open", texts: .english, lockAfter: lockAfter, clock: clock)
    }

    @Test func matchOpensTheGateAndBackgroundingClosesIt() async {
        let gate = gate()
        #expect(await gate.becameActive())
        #expect(gate.isOpen)
        #expect(await !gate.open())
        gate.enteredBackground()
        #expect(!gate.isOpen)
        #expect(await gate.becameActive())
    }

    @Test("C7 gate closes after its timeout and not before")
    func gateClosesAfterItsTimeoutAndNotBefore() async {
        let gate = BiometricGateModel(biometrics, reason: "Open", texts: .english, clock: clock)
        #expect(await gate.becameActive())
        gate.enteredBackground()
        clock.advance(by: .milliseconds(59_999))
        gate.closeIfTimedOut()
        #expect(gate.isOpen, "a minute is the default")
        #expect(await !gate.becameActive())
        gate.enteredBackground()
        clock.advance(by: .seconds(59))
        gate.enteredBackground()
        clock.advance(by: .seconds(1))
        gate.closeIfTimedOut()
        #expect(!gate.isOpen, "from the first report on")
        #expect(await gate.becameActive())
        gate.enteredBackground()
        clock.changeWall(by: .seconds(-600))
        gate.closeIfTimedOut()
        #expect(!gate.isOpen, "the clock was set back")
    }

    @Test("C11 dismissed prompt does not reappear automatically")
    func dismissedPromptDoesNotReappearAutomatically() async {
        let gate = gate()
        await biometrics.failNext(with: .userCanceled)
        #expect(await !gate.becameActive())
        #expect(gate.problem == nil)
        #expect(await !gate.becameActive())
        #expect(!gate.isOpen)
        #expect(await gate.open())
    }

    @Test("C11 prompt result from before backgrounding does not open the gate")
    func promptResultFromBeforeBackgroundingDoesNotOpenTheGate() async throws {
        let reader = GatedReader(heedsCancellation: false)
        let gate = BiometricGateModel(reader, reason: "Open", texts: .english)
        let opening = Task { await gate.becameActive() }
        await reader.waitUntilPrompted(1)
        gate.enteredBackground()
        reader.respond(.authenticated)
        try #require(await !opening.value && !gate.isOpen)
        let again = Task { await gate.becameActive() }
        await reader.waitUntilPrompted(2)
        reader.respond(.authenticated)
        #expect(await again.value && gate.isOpen)
    }

    @Test("C11 backgrounding dismisses the gate's prompt")
    func backgroundingDismissesTheGatesPrompt() async {
        let reader = GatedReader()
        let gate = BiometricGateModel(reader, reason: "Open", texts: .english)
        let opening = Task { await gate.becameActive() }
        await reader.waitUntilPrompted(1)
        gate.enteredBackground()
        #expect(await !opening.value && !gate.isOpen && !reader.isUp)
    }

    @Test("C11 no prompt appears after the app enters the background")
    func noPromptAppearsAfterTheAppEntersTheBackground() async {
        let reader = HesitantReader()
        let gate = BiometricGateModel(reader, reason: "Open", texts: .english)
        let opening = Task { await gate.becameActive() }
        await reader.isLookedAt()
        gate.enteredBackground()
        reader.goOn()
        #expect(await !opening.value && !gate.isOpen)
        #expect(!reader.wasAsked)
    }

    @Test("C11 gate prompts only after the app is unlocked")
    func gatePromptsOnlyAfterTheAppIsUnlocked() async {
        let lock = await TestLock().locked()
        await AppLockManager(service: lock, lifecycle: MockAppLifecycle(initialState: .active)).start()
        let gate = BiometricGateModel(biometrics, reason: "Open", texts: .english, lock: lock)
        #expect(await !gate.becameActive())
        #expect(await !gate.open() && !gate.isOpen)
        #expect(await biometrics.calls.allSatisfy { $0 == .status })
        #expect(await lock.unlock(with: .right) == .unlocked)
        #expect(await gate.becameActive())
        #expect(gate.isOpen)
    }

    @Test func failureIsShownAndKeepsTheGateClosed() async {
        let gate = gate()
        await biometrics.failNext(with: .lockout)
        #expect(await !gate.open())
        #expect(gate.problem == BiometricAuthError.lockout.text(in: .english))
        #expect(!gate.isOpen)
    }
}

/// A reader that reports its type when the test resumes it, and then matches.
private final class HesitantReader: BiometricAuthProtocol {
    private let looks = AsyncStream.makeStream(of: Void.self)
    private let going = AsyncStream.makeStream(of: Void.self)
    private let asked = LockedValue(false)

    var wasAsked: Bool { asked.withLock { $0 } }
    func isLookedAt() async { for await _ in looks.stream { return } }
    func goOn() { going.continuation.finish() }

    func status() async throws(BiometricAuthError) -> BiometricType {
        looks.continuation.yield()
        for await _ in going.stream {}
        return .fingerprint
    }

    func authenticate(reason: String) async -> BiometricOutcome {
        asked.withLock { $0 = true }
        return .authenticated
    }

    func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        await authenticate(reason: reason)
    }
}
