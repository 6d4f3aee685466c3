import AsyncAlgorithms
import LatchkeyServerCore
import Logging
import ServiceLifecycle

/// Makes the mails that were asked for and sends them. Any number of workers may share one database.
struct MailWorker: Sendable {
    let maker: MailMaker
    let delivery: MailDelivery

    /// Makes all mails that were asked for by now, round by round.
    ///
    /// - Parameter afterRound: Called when a round has made what can be sent.
    func makeAll(afterRound: () -> Void = {}) async throws {
        while !Task.isCancelled, try await maker.makeRound() { afterRound() }
    }

    /// Sends the mails that are due, one after the other, until none is left or `mayGoOn` returns false.
    func sendAll(while mayGoOn: () -> Bool = { true }) async throws {
        while mayGoOn(), !Task.isCancelled, try await delivery.sendNext() {}
    }
}

/// Runs the outbox worker: at each signal, and every second for the requests of other processes. Making and sending
/// mails do not wait for each other, however much there is of either.
struct MailWorkerService: Service {
    static let interval: Duration = .seconds(1)
    /// How many emails are sent at once, not counting those that take longer than ``patience``.
    static let senders = 8
    /// How many emails are sent at once, including slow ones. Mail servers limit the connections of one client: Postfix
    /// to 50 by default.
    static let maximumUnderWay = 32
    /// An email that takes longer gives its place to the next one.
    static let patience: Duration = .seconds(10)

    let worker: MailWorker
    let signal: MailSignal
    let logger: Logger
    var instant: @Sendable () -> ContinuousClock.Instant = { .now }

    func run() async throws {
        let sending = MailSignal()
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    let timer = AsyncTimerSequence(interval: Self.interval, clock: .suspending)
                    for await _ in timer.cancelOnGracefulShutdown() {
                        signal.wake()
                        sending.wake()
                    }
                }
                group.addTask { await make(waking: sending) }
                await send(at: sending, in: &group)
            }
        } onGracefulShutdown: {
            signal.finish()
            sending.finish()
        }
    }

    private func make(waking sending: MailSignal) async {
        // It is all still in the database, and the next round tries again.
        let log = LogThrottle(logger)
        for await _ in signal.stream {
            await log.run("making of mails") { try await worker.makeAll { sending.wake() } }
        }
    }

    private func send(at sending: MailSignal, in group: inout DiscardingTaskGroup) async {
        let log = LogThrottle(logger)
        let places = SenderPlaces(
            places: Self.senders, maximum: Self.maximumUnderWay, patience: Self.patience, instant: instant)
        for await _ in sending.stream {
            // Each signal brings one more sender, while there is something to send.
            guard let place = places.enter() else { continue }
            group.addTask {
                await log.run("sending of mails") {
                    try await worker.sendAll { !Task.isShuttingDownGracefully && places.mayGoOn(place) }
                }
                places.leave(place)
            }
        }
    }
}
