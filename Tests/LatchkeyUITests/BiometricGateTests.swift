import LatchkeyBiometrics
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

    @Test func whatWentWrongIsToldAndTheGateStaysShut() async {
        let gate = gate()
        await biometrics.failNext(with: .lockout)
        #expect(await !gate.open())
        #expect(gate.problem == BiometricAuthError.lockout.text(in: .english))
        #expect(!gate.isOpen)
    }
}
