import AsyncAlgorithms
import LatchkeyServerCore
import Logging
import ServiceLifecycle

/// A worker that renders and sends requested emails. Workers of several processes may share a database.
struct EmailWorker: Sendable {
    let renderer: EmailRenderer
    let sender: EmailSender

    /// Renders all requested emails in rounds.
    ///
    /// - Parameter afterRound: Called after each round, when emails can be sent.
    func makeAll(afterRound: () -> Void = {}) async throws {
        while !Task.isCancelled, try await renderer.makeRound() { afterRound() }
    }

    /// Sends due emails until none is left or `mayGoOn` returns false.
    func sendAll(while mayGoOn: () -> Bool = { true }) async throws {
        while mayGoOn(), !Task.isCancelled, try await sender.sendNext() {}
    }
}

/// The email worker of a process: runs at each signal, and every second for requests of other processes. Rendering and
/// sending do not delay each other.
struct EmailWorkerService: Service {
    static let interval: Duration = .seconds(1)
    /// The number of concurrent emails, not counting those that take longer than ``slowThreshold``.
    static let senders = 8
    /// The number of concurrent emails, including slow ones. Mail servers limit a client's connections: Postfix to 50
    /// by default.
    static let maximumInProgress = 32
    /// Time after which a slow email no longer blocks another one.
    static let slowThreshold: Duration = .seconds(10)

    let worker: EmailWorker
    let signal: EmailSignal
    let logger: Logger
    var instant: @Sendable () -> ContinuousClock.Instant = { .now }

    func run() async throws {
        let sending = EmailSignal()
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

    private func make(waking sending: EmailSignal) async {
        // The emails are still in the database; the next round retries.
        let log = LogThrottle(logger)
        for await _ in signal.stream {
            await log.run("rendering of emails") { try await worker.makeAll { sending.wake() } }
        }
    }

    private func send(at sending: EmailSignal, in group: inout DiscardingTaskGroup) async {
        let log = LogThrottle(logger)
        let places = SenderPlaces(
            places: Self.senders, maximum: Self.maximumInProgress, slowThreshold: Self.slowThreshold, instant: instant)
        for await _ in sending.stream {
            // Each signal starts one more sender, while there are emails.
            guard let place = places.enter() else { continue }
            group.addTask {
                await log.run("sending of emails") {
                    try await worker.sendAll { !Task.isShuttingDownGracefully && places.mayGoOn(place) }
                }
                places.leave(place)
            }
        }
    }
}
