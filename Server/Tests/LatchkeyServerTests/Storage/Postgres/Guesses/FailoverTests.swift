import Foundation
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// Replaces a primary while accounts are guessed at: once in each way, or `LATCHKEY_SOAK_ROUNDS` times.
@Suite(.serialized, .withPostgres)
struct FailoverTests {
    private static let rounds: [(Int, Failover.Fault)] = {
        let text = ProcessInfo.processInfo.environment["LATCHKEY_SOAK_ROUNDS"]
        let faults = [Failover.Fault.crash, .cancelledWaits, .replicationOff, .unheededNames]
        return (0..<(text.flatMap { Int($0) } ?? faults.count)).map { ($0, faults[$0 % faults.count]) }
    }()

    @Test(
        "V1 V2 a failover allows no extra attempt",
        arguments: rounds)
    func aFailoverAllowsNoExtraAttempt(round: Int, fault: Failover.Fault) async throws {
        let failover = try await Failover.run(fault)
        let log = failover.log
        for account in failover.accounts {
            let evaluated = log.evaluations(of: account.number)
            let (failures, open) = failover.spent[account.number]
            #expect(evaluated <= AttemptPolicy.perAccount, "\(fault)")
            #expect(failures + open >= evaluated, "\(fault): an attempt is lost")
            // No attempt is spent without an evaluation, unless its deletion was abandoned.
            let operations = log.operations.filter { $0.account == account.number }
            let deleted = Set(operations.filter { $0.step == .delete && $0.outcome == .done }.map(\.guess))
            let kept = operations.count {
                $0.step == .reserve && $0.outcome == .unknown && !deleted.contains($0.guess)
            }
            #expect(failures + open <= evaluated + kept, "\(fault): an attempt is spent without need")
            #expect(evaluated + kept >= AttemptPolicy.perAccount, "\(fault)")
            #expect(AttemptHistory(operations).check() == .linearizable, "\(fault)")
        }
        // Writes that started while no standby could store them were undecided or got no response.
        let late = Set(
            log.operations.filter { $0.step == .reserve && $0.began > failover.held }.map { [$0.account, $0.guess] })
        #expect(
            !log.evaluations.contains { $0.at < failover.promoted && late.contains([$0.account, $0.guess]) },
            "\(fault)")
        #expect(log.undecided > 0)
        let pause = try #require(failover.pause)
        print("failover \(round) (\(fault)): the next guess was evaluated \(pause) after the promotion")
    }

    @Test("V1 the history of an asynchronous failover is rejected")
    func theHistoryOfAnAsynchronousFailoverIsRejected() async throws {
        let failover = try await Failover.run(.asynchronous)
        let responses = failover.accounts.map { account in
            AttemptHistory(failover.log.operations.filter { $0.account == account.number }).check()
        }
        #expect(responses.allSatisfy { $0 == .notLinearizable })
        let most = failover.accounts.map { failover.log.evaluations(of: $0.number) }.max() ?? 0
        #expect(most > AttemptPolicy.perAccount)
    }
}
