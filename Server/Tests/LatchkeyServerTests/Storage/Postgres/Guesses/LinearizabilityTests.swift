import LatchkeyTestSupport
import Testing

@testable import LatchkeyServer

@Suite struct LinearizabilityTests {
    private enum Register: Sendable {
        case write(Int)
        case read(Int)

        static func step(_ value: Int, _ operation: Register) -> Int? {
            switch operation {
            case .write(let new): new
            case .read(let seen): seen == value ? value : nil
            }
        }
    }

    private typealias Search = Linearizability<Register, Int>

    private static let start = ContinuousClock.now

    /// Tries all orders, and all choices of effective calls with unknown results.
    private func isLinearizable(_ calls: [Search.Call], _ value: Int = 0) -> Bool {
        guard calls.contains(where: { $0.ended != nil }) else { return true }
        return calls.indices.contains { index in
            var rest = calls
            let call = rest.remove(at: index)
            guard !rest.contains(where: { $0.ended.map { $0 < call.began } ?? false }) else { return false }
            return Register.step(value, call.operation).map { isLinearizable(rest, $0) } ?? false
        }
    }

    @Test func linearizabilitySearchAgreesWithExhaustiveSearch() {
        var random = SeededGenerator(seed: 1)
        var counts = [true: 0, false: 0]
        for _ in 0..<3000 {
            let calls = (0..<6).map { _ in
                let value = Int.random(in: 0..<3, using: &random)
                let began = Self.start + .seconds(Int.random(in: 0..<12, using: &random))
                let time = Duration.seconds(Int.random(in: 0..<5, using: &random))
                return Search.Call(
                    operation: Bool.random(using: &random) ? .write(value) : .read(value), began: began,
                    ended: Int.random(in: 0..<5, using: &random) == 0 ? nil : began + time)
            }
            let isRight = isLinearizable(calls)
            counts[isRight, default: 0] += 1
            #expect((Search(step: Register.step).check(calls, from: 0) == .linearizable) == isRight)
        }
        #expect(counts.values.allSatisfy { $0 > 300 })
    }

    /// Returns a guess's operation, from one second to another.
    private func operation(
        _ step: GuessLog.Step, _ guess: Int, _ began: Double, _ ended: Double?, isRejected: Bool = false
    ) -> GuessLog.Operation {
        GuessLog.Operation(
            step: step, account: 0, guess: guess, began: Self.start + .seconds(began),
            ended: ended.map { Self.start + .seconds($0) },
            outcome: ended == nil ? .unknown : isRejected ? .rejected : .done)
    }

    /// Returns sequential guesses, a hundred a second.
    private func failures(_ count: Int) -> [GuessLog.Operation] {
        (0..<count).flatMap { guess in
            let time = Double(guess) / 100
            return [
                operation(.reserve, guess, time, time + 0.001), operation(.settle, guess, time + 0.002, time + 0.003),
            ]
        }
    }

    @Test("V1 exactly thirty attempts and a rejection are linearizable")
    func exactlyThirtyAttemptsAndARejectionAreLinearizable() {
        let rejected = operation(.reserve, 99, 1, 2, isRejected: true)
        #expect(AttemptHistory(failures(30) + [rejected]).check() == .linearizable)
        #expect(AttemptHistory(failures(31)).check() == .notLinearizable)
        #expect(AttemptHistory(failures(29) + [rejected]).check() == .notLinearizable)
        // Unless another attempt may be in progress.
        let open = operation(.reserve, 98, 0.5, nil)
        #expect(AttemptHistory(failures(29) + [open, rejected]).check() == .linearizable)
        #expect(AttemptHistory(failures(30) + [open]).check() == .linearizable)
        let deleted = operation(.delete, 98, 0.6, 0.7)
        #expect(AttemptHistory(failures(29) + [open, deleted, rejected]).check() == .linearizable)
        let early = operation(.reserve, 98, 0, nil)
        let last = operation(.reserve, 97, 0.8, 0.9)
        #expect(AttemptHistory(failures(29) + [early, deleted, last, rejected]).check() == .linearizable)
    }

    @Test("V2 lost, doubled or unreserved attempts are not linearizable")
    func lostDoubledOrUnreservedAttemptsAreNotLinearizable() {
        let lost = [operation(.reserve, 50, 1, 1.1), operation(.settle, 50, 1.2, 1.3, isRejected: true)]
        #expect(AttemptHistory(lost).check() == .notLinearizable)
        #expect(AttemptHistory([operation(.settle, 50, 1, 1.1)]).check() == .notLinearizable)
        let twice = [
            operation(.reserve, 50, 1, 1.1), operation(.settle, 50, 1.2, 1.3), operation(.settle, 50, 1.4, 1.5),
        ]
        #expect(AttemptHistory(twice).check() == .notLinearizable)
        // An unsettled attempt becomes a failure.
        let expired = [operation(.reserve, 50, 1, 1.1), operation(.settle, 50, 12, 12.1)]
        #expect(AttemptHistory(expired).check() == .linearizable)
    }
}
