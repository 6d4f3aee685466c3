import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

@Suite struct StandbyWaitTests {
    /// Scripted responses of a server; the last one repeats.
    private final class Answers {
        var answers: [Result<StandbyStatus, PostgresError>]
        var asked = 0
        var pauses: [Duration] = []

        init(_ answers: [Result<StandbyStatus, PostgresError>]) { self.answers = answers }

        func next() throws(PostgresError) -> StandbyStatus {
            defer { asked += 1 }
            return try answers[min(asked, answers.count - 1)].get()
        }
    }

    private static func status(
        _ standbys: [Int64], names: String = "b", flushed: Int64 = 100, startedAt: Int64 = 1
    ) -> StandbyStatus {
        StandbyStatus(names: names, startedAt: startedAt, flushed: flushed, standbys: standbys)
    }

    private func doubt(
        _ first: StandbyStatus, _ answers: Answers, within time: Duration = .ample, isAbandoned: Bool = false
    ) -> PostgresErrorKind? {
        let wait = StandbyWait(
            deadline: .in(time), ask: { () throws(PostgresError) in try answers.next() },
            isAbandoned: { isAbandoned }, pause: { answers.pauses.append($0) })
        return wait.doubt(behind: first).map { PostgresErrorKind(PostgresError.undecided($0)) }
    }

    @Test(
        arguments: [
            ("", nil), ("  \t\n", nil), ("b", 1), ("b, c", 1), ("*", 1), ("ANY 2 (b, c, d)", 2),
            ("FIRST 3 (b, c, d)", 3),
            ("any 1 (b)", 1), ("First 2(b,c)", 2), ("2 (b, c)", 2), (" 12\n( b , c )", 12), ("2, b", 1), ("any2, b", 1),
            ("\"any 2 (\", b", 1), ("\"2\"", 1), ("first_b", 1), ("0 (b)", nil), ("ANY 99999999999999999999 (b)", nil),
        ] as [(String, Int?)])
    func standbyNamesDetermineTheRequiredStandbyCount(names: String, count: Int?) {
        #expect(SynchronousStandbys(names: names)?.count == count)
    }

    @Test(
        arguments: [
            ("b", [100], true), ("b", [99], false), ("b", [], false), ("b", [99, 100], true),
            ("ANY 2 (b, c, d)", [100, 99, 101], true), ("ANY 2 (b, c, d)", [100, 99], false),
            ("FIRST 2 (b, c)", [101], false),
        ] as [(String, [Int64], Bool)])
    func commitIsProvenWhenEnoughNamedStandbysHaveIt(names: String, standbys: [Int64], isEnough: Bool) {
        let answers = Answers([.success(Self.status(standbys, names: names))])
        #expect(doubt(Self.status(standbys, names: names), answers, within: .zero) == (isEnough ? nil : .notReplicated))
        #expect(answers.asked == 0)
    }

    @Test("V8 an abandoned wait ends immediately and proves nothing")
    func anAbandonedWaitEndsImmediatelyAndProvesNothing() {
        let answers = Answers([.success(Self.status([99]))])
        #expect(doubt(Self.status([99]), answers, isAbandoned: true) == .notReplicated)
        #expect(answers.asked == 0)
        #expect(doubt(Self.status([100]), answers, isAbandoned: true) == nil)
    }

    @Test func serverIsPolledUntilStandbysReachTheInitialPosition() {
        // The wait does not extend to later commits of other connections.
        let answers = Answers([
            .success(Self.status([60], flushed: 150)), .success(Self.status([99], flushed: 200)),
            .success(Self.status([100], flushed: 250)),
        ])
        #expect(doubt(Self.status([50]), answers) == nil)
        #expect(answers.asked == 3)
        #expect(answers.pauses.count == 2)
    }

    @Test func pollIntervalsGrowUntilTheDeadline() {
        let answers = Answers([.success(Self.status([50]))])
        #expect(doubt(Self.status([50]), answers, within: .milliseconds(5)) == .notReplicated)
        #expect(zip(answers.pauses, answers.pauses.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(answers.pauses.allSatisfy { $0 < .milliseconds(5) })
    }

    @Test func clearingTheStandbyNamesEndsTheWait() {
        #expect(doubt(Self.status([50]), Answers([.success(Self.status([], names: ""))])) == .replicationOff)
        #expect(doubt(Self.status([100], names: ""), Answers([])) == .replicationOff)
    }

    @Test func standbysOfAnotherServerProveNothing() {
        let answers = Answers([.success(Self.status([200], startedAt: 2))])
        #expect(doubt(Self.status([50]), answers) == .notReplicated)
    }

    @Test func anErrorEndsTheWait() {
        let lost = PostgresError.unreachable(ConnectionFailure(message: "gone"))
        #expect(doubt(Self.status([50]), Answers([.failure(lost)])) == .lost)
        #expect(doubt(Self.status([50]), Answers([.failure(.timeout(.answer))])) == .notReplicated)
        let rejected = PostgresError.rejected(.failedTransaction, constraint: nil)
        #expect(doubt(Self.status([50]), Answers([.failure(rejected)])) == .notReplicated)
    }
}
