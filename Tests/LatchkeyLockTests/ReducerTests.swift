import LatchkeyLifecycle
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

struct ReducerTests {
    @Test("C5 C11 C12 all orders of up to six events satisfy every invariant")
    func allOrdersOfUpToSixEventsSatisfyEveryInvariant() {
        // Orders that lead to the same model continue alike, so each model is expanded once.
        var frontier: Set<LockModel> = [LockModel()]
        var seen = frontier
        for _ in 1...6 {
            var next: Set<LockModel> = []
            for model in frontier {
                for step in LockModel.Step.allCases {
                    var copy = model
                    if let broken = copy.take(step) {
                        Issue.record("\(broken): \(step) on \(model.state)")
                        return
                    }
                    if seen.insert(copy).inserted { next.insert(copy) }
                }
            }
            frontier = next
        }
        #expect(seen.allSatisfy { $0.hasExit })
        #expect(seen.allSatisfy { $0.opensByProof })
        #expect(seen.count > 1000)
    }

    @Test("C5 C11 C12 random event orders satisfy every invariant", arguments: [UInt64(1), 2])
    func randomEventOrdersSatisfyEveryInvariant(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50_000 {
            var model = LockModel()
            var steps: [LockModel.Step] = []
            for _ in 0..<Int.random(in: 7...40, using: &generator) {
                guard let step = LockModel.Step.allCases.randomElement(using: &generator) else { continue }
                steps.append(step)
                // Occasionally repeats a step.
                for _ in 0..<(Int.random(in: 0..<8, using: &generator) == 0 ? 2 : 1) {
                    if let broken = model.take(step) {
                        Issue.record("\(broken): \(steps)")
                        return
                    }
                }
            }
            guard model.hasExit, model.opensByProof else {
                Issue.record("stuck: \(steps)")
                return
            }
        }
    }

    @Test("C1 newly launched app is locked and covered")
    func newlyLaunchedAppIsLockedAndCovered() {
        #expect(LockState().isLocked)
        #expect(LockState().isCovered)
    }

    @Test("C11 biometric prompts appear once at launch and after each return")
    func biometricPromptsAppearOnceAtLaunchAndAfterEachReturn() {
        var state = LockState()
        #expect(state.apply(.becameActive(timedOut: false)) == [])
        let first = LockState.Prompt(number: 1)
        #expect(state.apply(.loaded(.passcode(biometrics: true))) == [.ask(first)])
        #expect(state.apply(.becameInactive) == [], "the prompt itself")
        #expect(!state.isCovered)
        #expect(state.apply(.promptEnded(first)) == [])
        #expect(state.apply(.becameActive(timedOut: false)) == [], "cancelled: not again by itself")
        #expect(state.apply(.becameInactive) == [])
        #expect(state.isCovered)
        #expect(state.apply(.becameActive(timedOut: false)) == [])
        #expect(state.apply(.enteredBackground) == [])
        #expect(state.apply(.becameActive(timedOut: false)) == [.ask(LockState.Prompt(number: 2))])
    }

    @Test("C11 after a manual lock prompts appear only on request")
    func afterAManualLockPromptsAppearOnlyOnRequest() {
        var state = LockState()
        _ = state.apply(.loaded(.passcode(biometrics: true)))
        _ = state.apply(.proved(state.ticket))
        _ = state.apply(.becameActive(timedOut: false))
        #expect(state.apply(.lockRequested) == [.dropKey])
        _ = state.apply(.enteredBackground)
        #expect(state.apply(.becameActive(timedOut: false)) == [])
        #expect(state.apply(.biometricsRequested) == [.ask(LockState.Prompt(number: 1))])
        _ = state.apply(.proved(state.ticket))
        _ = state.apply(.enteredBackground)
        #expect(state.apply(.becameActive(timedOut: true)) == [.dropKey, .ask(LockState.Prompt(number: 2))])
    }

    @Test("C11 a timeout lock prompts on return unless locked manually")
    func aTimeoutLockPromptsOnReturnUnlessLockedManually() {
        for (isManual, asked) in [(false, true), (true, false)] {
            var state = LockState()
            _ = state.apply(.loaded(.passcode(biometrics: true)))
            _ = state.apply(.proved(state.ticket))
            _ = state.apply(.becameActive(timedOut: false))
            if isManual { _ = state.apply(.lockRequested) }
            _ = state.apply(.becameInactive)
            _ = state.apply(.lockRequired)
            let effects = state.apply(.becameActive(timedOut: true))
            #expect(effects.contains(.ask(LockState.Prompt(number: 1))) == asked)
        }
    }

    @Test("C11 a device lock in the background still prompts on return")
    func aDeviceLockInTheBackgroundStillPromptsOnReturn() {
        for (lock, asked) in [(LockEvent.lockRequired, true), (.lockRequested, false)] {
            var state = LockState()
            _ = state.apply(.loaded(.passcode(biometrics: true)))
            _ = state.apply(.proved(state.ticket))
            _ = state.apply(.becameActive(timedOut: false))
            _ = state.apply(.enteredBackground)
            _ = state.apply(lock)
            let effects = state.apply(.becameActive(timedOut: false))
            #expect((effects == [.ask(LockState.Prompt(number: 1))]) == asked)
        }
    }

    @Test("C5 a proof requested before a lock does not unlock")
    func aProofRequestedBeforeALockDoesNotUnlock() {
        var state = LockState()
        _ = state.apply(.loaded(.passcode(biometrics: false)))
        let ticket = state.ticket
        _ = state.apply(.lockRequired)
        #expect(state.apply(.proved(ticket)) == [])
        #expect(state.isLocked)
        _ = state.apply(.proved(state.ticket))
        #expect(!state.isLocked)
    }

    @Test("C11 a stuck prompt can be replaced on request")
    func aStuckPromptCanBeReplacedOnRequest() {
        var state = LockState()
        _ = state.apply(.becameActive(timedOut: false))
        _ = state.apply(.loaded(.biometricsOnly))
        let (first, second) = (LockState.Prompt(number: 1), LockState.Prompt(number: 2))
        #expect(state.prompt == first)
        #expect(state.apply(.biometricsRequested) == [.dismiss(first), .ask(second)])
        _ = state.apply(.promptEnded(first))
        #expect(state.prompt == second)
    }
}
