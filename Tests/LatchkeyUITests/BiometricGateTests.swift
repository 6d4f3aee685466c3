import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyTestSupport
import Testing

@testable import LatchkeyUI

@MainActor @Suite struct BiometricGateTests {
    let biometrics = MockBiometricAuth()

    private func gate() -> BiometricGateModel { BiometricGateModel(biometrics, reason: "Open", texts: .english) }

    @Test func aMatchOpensAndTheBackgroundCloses() async {
        let gate = gate()
        #expect(await gate.becameActive())
        #expect(gate.isOpen)
        #expect(await !gate.open())
        gate.enteredBackground()
        #expect(!gate.isOpen)
        #expect(await gate.becameActive())
    }

    @Test("C11 A prompt that was dismissed does not come back by itself")
    func aDismissedPromptStaysAway() async {
        let gate = gate()
        await biometrics.failNext(with: .userCanceled)
        #expect(await !gate.becameActive())
        #expect(gate.problem == nil)
        #expect(await !gate.becameActive())
        #expect(!gate.isOpen)
        #expect(await gate.open())
    }

    @Test("C11 An answer to a question from before the app was away opens nothing")
    func aLateAnswerOpensNothing() async throws {
        let reader = SlowReader()
        let gate = BiometricGateModel(reader, reason: "Open", texts: .english)
        let opening = Task { await gate.becameActive() }
        await reader.isAsked()
        gate.enteredBackground()
        await reader.match()
        try #require(await !opening.value && !gate.isOpen)
        let again = Task { await gate.becameActive() }
        await reader.isAsked()
        await reader.match()
        #expect(await again.value && gate.isOpen)
    }

    @Test("C11 Inside a locked app nobody is asked; once it is open, the gate asks by itself")
    func theAppsOwnLockComesFirst() async {
        let lock = await TestLock().locked()
        await AppLockManager(service: lock.service, lifecycle: MockAppLifecycle(initialState: .active)).start()
        let gate = BiometricGateModel(biometrics, reason: "Open", texts: .english, lock: lock.status)
        #expect(await !gate.becameActive())
        #expect(await !gate.open() && !gate.isOpen)
        #expect(await biometrics.calls.allSatisfy { $0 == .status })
        #expect(await lock.unlock(with: .right) == .unlocked)
        #expect(await gate.becameActive())
        #expect(gate.isOpen)
    }

    @Test func whatWentWrongIsToldAndTheGateStaysShut() async {
        let gate = gate()
        await biometrics.failNext(with: .lockout)
        #expect(await !gate.open())
        #expect(gate.problem == BiometricAuthError.lockout.text(in: .english))
        #expect(!gate.isOpen)
    }
}

/// Answers when the test says so.
private actor SlowReader: BiometricAuthProtocol {
    private var prompts = AsyncStream.makeStream(of: Void.self)
    private var answers = AsyncStream.makeStream(of: Void.self)

    func isAsked() async { for await _ in prompts.stream { return } }
    func match() { answers.continuation.yield() }

    func status() async throws(BiometricAuthError) -> BiometricType { .fingerprint }
    func authenticate(reason: String) async -> BiometricOutcome {
        prompts.continuation.yield()
        for await _ in answers.stream { return .authenticated }
        return .refused(.appCanceled)
    }
    func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        await authenticate(reason: reason)
    }
}
