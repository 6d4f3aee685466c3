import Foundation
import Testing

@testable import LatchkeyServer

/// `Server/Model/attempts.pml` and the server's own code behave the same (V1, V2, V3, V13).
@Suite(.timeLimit(.minutes(10))) struct ModelTests {
    private static let shards = 4

    /// Steps that the runs must contain, so that the tests are not vacuous.
    private static let words: Set = [
        "reserve taken", "reserve rejected", "undecided kept", "undecided lost", "delete", "crash", "starve", "hash",
        "settle opened", "settle counted", "settle dropped", "settle gone", "expire", "lock", "end", "enter",
        "enable", "reset", "blocked", "disabled",
    ]

    @Test(
        "V1 V2 V3 V13 the verifier follows random runs of the model",
        .withSpin, arguments: 0..<shards)
    func theVerifierFollowsRandomRunsOfTheModel(shard: Int) async throws {
        let traces = try await SpinTraces.randomRuns.value.filter { $0.seed % Self.shards == shard }
        #expect(traces.count == SpinTraces.count / Self.shards)
        try await TestServer.run { server in
            for (seed, steps) in traces {
                let account = try await ReplayedAccount(server)
                var replay = ModelReplay(account)
                do {
                    try await replay.follow(steps)
                } catch {
                    Issue.record("seed \(seed): \(error)")
                }
                try await replay.giveUp()
                try await account.delete()
            }
        }
    }

    /// The first difference between the server and each mutant, and the step of its counterexample.
    private static let rejections: [String: ModelReplay.Divergence.Kind] = [
        "WITHOUT_COUNTS_APART": .rejected, "WITHOUT_EXPIRY": .notOpened, "WITHOUT_LOCK_VERSION": .notOpened,
        "WITHOUT_ONE_AT_A_TIME": .rejected, "WITHOUT_OPEN_ATTEMPTS": .rejected, "WITHOUT_PROOF": .notHashed,
        "WITHOUT_PASSCODE_VERSION": .notOpened, "WITHOUT_RESERVATION": .rejected, "WITHOUT_SESSION": .notOpened,
    ]

    @Test("V1 V3 V13 the verifier rejects the mutants' counterexamples")
    func theVerifierRejectsTheMutantsCounterexamples() async throws {
        let examples = try SpinTraces.counterexamples()
        #expect(Set(examples.map(\.mistake)) == Set(Self.rejections.keys))
        try await TestServer.run { server in
            for (mistake, steps) in examples {
                #expect(steps.last?.rows == nil && steps.dropLast().allSatisfy { $0.rows != nil })
                let account = try await ReplayedAccount(server)
                var replay = ModelReplay(account, comparesRows: false)
                do {
                    try await replay.follow(steps)
                    Issue.record("the server does what \(mistake) does")
                } catch let divergence as ModelReplay.Divergence {
                    #expect(divergence.kind == Self.rejections[mistake], "\(mistake): \(divergence)")
                }
                try await replay.giveUp()
                try await account.delete()
            }
        }
    }

    @Test("V1 V2 V3 V13 the model in Swift follows the same random runs", .withSpin)
    func theModelInSwiftFollowsTheSameRandomRuns() async throws {
        let traces = try await SpinTraces.randomRuns.value
        #expect(Self.words.subtracting(traces.flatMap { $0.steps.flatMap(Self.words(of:)) }).isEmpty)
        for (seed, steps) in traces {
            #expect(steps.contains { Self.words(of: $0).contains("reserve taken") }, "seed \(seed) tries nothing")
            var twin = AttemptModel(limits: .model, sessions: ["0", "1"])
            #expect(throws: Never.self, "seed \(seed)") { try twin.follow(steps) }
        }
    }

    @Test("V1 V3 V13 the model in Swift rejects the mutants' counterexamples")
    func theModelInSwiftRejectsTheMutantsCounterexamples() throws {
        for (mistake, steps) in try SpinTraces.counterexamples() {
            var twin = AttemptModel(limits: .model, sessions: ["0", "1"])
            #expect(throws: AttemptModel.Rejection.self, "\(mistake)") { try twin.follow(steps, comparingRows: false) }
        }
    }

    private static func words(of step: TracedStep) -> [String] {
        let words = step.description.prefix { $0 != "|" }.split(separator: " ")
        let last = words.count > 1 && Int(words[words.count - 1]) == nil ? words.last : nil
        var found = [[words.first, last].compactMap(\.self).joined(separator: " ")]
        if step.rows?.resetRequired == true { found.append("blocked") }
        if step.rows?.isDisabled == true { found.append("disabled") }
        return found
    }
}
