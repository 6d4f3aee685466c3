import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

/// An exhaustive search of the reducer's reachable states.
///
/// The numbers of tickets and prompts grow without bound, but behavior depends only on which are equal. Renumbering
/// makes the states finite.
struct ReachableStateTests {
    @Test("C1 C4 C5 C11 C12 every reachable state satisfies all invariants without dead ends")
    func everyReachableStateSatisfiesAllInvariantsWithoutDeadEnds() {
        guard let states = Self.reachable() else { return }
        // A different count means that a change has added or removed states.
        #expect(states.count == 1_520)
        #expect(states.allSatisfy { $0.hasExit })
        #expect(states.allSatisfy { $0.opensByProof })
        for access in [LockState.Access.loading, .unprotected, .locked, .unlocked, .awaitingRecovery, .unreadable] {
            #expect(states.contains { $0.state.access == access }, "\(access)")
        }
    }

    @Test("C5 C11 renumbering by first appearance does not change transitions")
    func renumberingByFirstAppearanceDoesNotChangeTransitions() {
        guard let states = Self.reachable() else { return }
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<1_000 {
            var model = LockModel()
            for _ in 0..<40 {
                guard let step = LockModel.Step.allCases.randomElement(using: &generator) else { continue }
                var renumbered = model.renumbered
                let broken = (model.take(step), renumbered.take(step))
                guard broken.0 == broken.1, model.renumbered == renumbered.renumbered else {
                    Issue.record("\(step) leads elsewhere: \(model), \(renumbered)")
                    return
                }
                guard states.contains(model.renumbered) else {
                    Issue.record("a state that was not visited: \(model)")
                    return
                }
            }
        }
    }

    /// Returns all reachable states; nil if one breaks a rule.
    private static func reachable() -> Set<LockModel>? {
        var seen: Set = [LockModel().renumbered]
        var frontier = Array(seen)
        while let model = frontier.popLast() {
            for step in LockModel.Step.allCases {
                var next = model
                if let broken = next.take(step) {
                    Issue.record("\(broken): \(step) on \(model)")
                    return nil
                }
                if seen.insert(next.renumbered).inserted { frontier.append(next.renumbered) }
            }
        }
        return seen
    }
}

extension LockModel {
    /// The same state with canonical numbers: 0 for past, 1 for current, and prompts numbered from 1.
    fileprivate var renumbered: LockModel {
        var copy = self
        func isNow(_ isNow: Bool) -> UInt64 { isNow ? 1 : 0 }
        copy.state.ticket.number = 1
        copy.epoch = 1
        copy.pending = pending.map {
            Proof(ticket: .init(number: isNow($0.ticket == state.ticket)), epoch: $0.epoch == epoch ? 1 : 0)
        }
        // Only its ticket is used again.
        copy.used = used.map { Proof(ticket: .init(number: isNow($0.ticket == state.ticket)), epoch: 0) }
        let up = promptsUp.union([state.prompt].compactMap(\.self)).sorted { $0.number < $1.number }
        func renamed(_ prompt: LockState.Prompt) -> LockState.Prompt {
            .init(number: UInt64((up.firstIndex(of: prompt) ?? up.count) + 1))
        }
        copy.promptsUp = Set(promptsUp.map(renamed))
        copy.state.prompt = state.prompt.map(renamed)
        copy.state.lastPrompt = renamed(state.lastPrompt)
        return copy
    }
}
