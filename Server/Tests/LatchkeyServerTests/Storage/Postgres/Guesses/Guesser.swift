import LatchkeyAPI
import LatchkeyPasscode
import Logging
import Synchronization
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// A simulated server process: a store with its own connections, and the real verifier.
final class Guesser: Sendable {
    enum End: Sendable, Equatable {
        case right
        case wrong(remaining: Int)
        case rejected(String)
        case unavailable
        case undecided
    }

    let store: any Store
    private let log: GuessLog
    private let workers = KDFWorkers(threads: 4, queueLimit: 1000, deadline: .seconds(120))
    private let limiter = AttemptLimiter(
        activity: ActivityLog(unreadable: UnreadableRows(logger: .silent)), metrics: ServerMetrics())
    private let undecided = Mutex<[UndecidedReservations]>([])
    private let beating: Task<Void, Never>?

    /// - Parameter store: With a heartbeat, if it must detect a failover.
    init(_ store: any Store, log: GuessLog) async throws {
        self.store = store
        self.log = log
        let heartbeat = (store as? PostgresStore)?.heartbeat
        try await heartbeat?.send()
        beating = heartbeat.map { heartbeat in
            Task {
                while !Task.isCancelled {
                    try? await heartbeat.send()
                    try? await Task.sleep(for: .milliseconds(200))
                }
            }
        }
    }

    /// Guesses at an account with its next session.
    func guess(at account: GuessedAccount, _ passcode: String = "000000") async throws -> End {
        let (number, passcode) = (log.newGuess(at: account.number), try #require(Passcode(passcode)))
        func logged(deletes: Bool) -> LoggedStore {
            LoggedStore(store: store, log: log, account: account.number, guess: number, deletes: deletes)
        }
        let undecided = UndecidedReservations(store: logged(deletes: true))
        self.undecided.withLock { $0.append(undecided) }
        let verifier = PasscodeVerifier(
            store: logged(deletes: false), workers: workers,
            hasher: GuessHasher { [log] in log.noteEvaluation(account: account.number, guess: number) },
            random: SystemRandomSource(), limiter: limiter, records: try GuessedAccount.records(),
            undecided: undecided, rules: TeamRules())
        do {
            try await verifier.check(
                passcode, for: .unlock, by: account.authentication(number), client: ClientInfo(ip: nil)
            ) { _ in }
            return .right
        } catch let problem as Problem {
            guard problem.type == Problem(.incorrectPasscode).type else { return .rejected(problem.type) }
            return .wrong(remaining: problem.attemptsRemaining ?? -1)
        } catch StoreError.unavailable {
            return .unavailable
        } catch StoreError.undecided {
            return .undecided
        }
    }

    /// Returns the real verifier of devices' attempts.
    func deviceUnlock() throws -> DeviceUnlock {
        DeviceUnlock(
            store: store, workers: workers, records: try GuessedDevice.records(), activity: limiter.activity,
            metrics: limiter.metrics)
    }

    /// Waits until no undecided attempt is left.
    func finish() async {
        for undecided in undecided.withLock({ $0 }) { await undecided.finish() }
    }

    func close() async throws {
        await finish()
        beating?.cancel()
        await beating?.value
        try await workers.shutdown()
        (store as? PostgresStore)?.close()
    }
}
