import LatchkeyServerCore
import Testing

@testable import LatchkeyPostgres
@testable import PostgresTestSupport

struct ConnectionLogTests {
    private let lines = Shared<[String]>([])
    private let failure = ConnectionFailure(message: "refused")
    private let start = ContinuousClock.now

    private var counts: [Int] { ["error", "notice"].map { level in lines.value.count { $0.hasPrefix(level) } } }

    @Test("ASVS-16.3.4 an outage logs one message and one recovery")
    func anOutageLogsOneMessageAndOneRecovery() {
        let log = LogThrottle(.recording(lines))
        for second in 0..<3 { log.note(failure, triedAt: start + .seconds(second)) }
        #expect(counts == [1, 0])
        for second in 3..<6 { log.noteConnection(at: start + .seconds(second)) }
        #expect(counts == [1, 1])
        log.note(failure, triedAt: start + .seconds(6))
        #expect(counts == [2, 1])
        log.noteConnection(at: start + .seconds(7))
        #expect(counts == [2, 2])
    }

    @Test(
        arguments: [
            (ConnectionFailure(state: SQLState("08P01"), message: "FATAL: "), "LATCHKEY_DATABASE_POOLER=transaction"),
            (ConnectionFailure(message: "session is read-only"), "a standby, or default_transaction_read_only"),
        ])
    func anUnexpectedPoolerOrStandbyIsHintedAt(_ failure: ConnectionFailure, _ hint: String) {
        LogThrottle(.recording(lines)).note(failure, triedAt: start)
        #expect(lines.value.count == 1 && lines.value[0].contains(hint), "\(lines.value)")
    }
}
