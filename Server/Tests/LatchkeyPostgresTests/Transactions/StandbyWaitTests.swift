import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

@Suite struct StandbyWaitTests {
    /// Scripted responses of a server; the last one repeats.
    private final class Statuses {
        var statuses: [Result<StandbyStatus, PostgresError>]
        var asked = 0
        var pauses: [Duration] = []

        init(_ statuses: [Result<StandbyStatus, PostgresError>]) { self.statuses = statuses }

        func next() throws(PostgresError) -> StandbyStatus {
            defer { asked += 1 }
            return try statuses[min(asked, statuses.count - 1)].get()
        }
    }

    private static func status(
        _ standbys: [Int64], names: String = "b", flushed: Int64 = 100, startedAt: Int64 = 1
    ) -> StandbyStatus {
        StandbyStatus(names: names, startedAt: startedAt, flushed: flushed, standbys: standbys)
    }

    private func doubt(
        _ first: StandbyStatus, _ statuses: Statuses, within time: Duration = .ample, isAbandoned: Bool = false
    ) -> PostgresErrorKind? {
        let wait = StandbyWait(
            deadline: .in(time), ask: { () throws(PostgresError) in try statuses.next() },
            isAbandoned: { isAbandoned }, pause: { statuses.pauses.append($0) })
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
        let statuses = Statuses([.success(Self.status(standbys, names: names))])
        let doubt = doubt(Self.status(standbys, names: names), statuses, within: .zero)
        #expect(doubt == (isEnough ? nil : .notReplicated))
        #expect(statuses.asked == 0)
    }

    @Test("V8 an abandoned wait ends immediately and proves nothing")
    func anAbandonedWaitEndsImmediatelyAndProvesNothing() {
        let statuses = Statuses([.success(Self.status([99]))])
        #expect(doubt(Self.status([99]), statuses, isAbandoned: true) == .notReplicated)
        #expect(statuses.asked == 0)
        #expect(doubt(Self.status([100]), statuses, isAbandoned: true) == nil)
    }

    @Test func serverIsPolledUntilStandbysReachTheInitialPosition() {
        // The wait does not extend to later commits of other connections.
        let statuses = Statuses([
            .success(Self.status([60], flushed: 150)), .success(Self.status([99], flushed: 200)),
            .success(Self.status([100], flushed: 250)),
        ])
        #expect(doubt(Self.status([50]), statuses) == nil)
        #expect(statuses.asked == 3)
        #expect(statuses.pauses.count == 2)
    }

    @Test func pollIntervalsGrowUntilTheDeadline() {
        let statuses = Statuses([.success(Self.status([50]))])
        #expect(doubt(Self.status([50]), statuses, within: .milliseconds(5)) == .notReplicated)
        #expect(zip(statuses.pauses, statuses.pauses.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(statuses.pauses.allSatisfy { $0 < .milliseconds(5) })
    }

    @Test func clearingTheStandbyNamesEndsTheWait() {
        #expect(doubt(Self.status([50]), Statuses([.success(Self.status([], names: ""))])) == .replicationOff)
        #expect(doubt(Self.status([100], names: ""), Statuses([])) == .replicationOff)
    }

    @Test func standbysOfAnotherServerProveNothing() {
        let statuses = Statuses([.success(Self.status([200], startedAt: 2))])
        #expect(doubt(Self.status([50]), statuses) == .notReplicated)
    }

    @Test func anErrorEndsTheWait() {
        let lost = PostgresError.unreachable(ConnectionFailure(message: "gone"))
        #expect(doubt(Self.status([50]), Statuses([.failure(lost)])) == .lost)
        #expect(doubt(Self.status([50]), Statuses([.failure(.timeout(.response))])) == .notReplicated)
        let rejected = PostgresError.rejected(.failedTransaction, constraint: nil)
        #expect(doubt(Self.status([50]), Statuses([.failure(rejected)])) == .notReplicated)
    }
}
