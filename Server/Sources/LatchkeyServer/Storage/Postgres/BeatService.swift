#if PostgreSQL
import AsyncAlgorithms
import ServiceLifecycle

/// Beats each second, until the services that were started after it have ended.
struct BeatService: Service {
    let beat: Beat

    func run() async throws {
        for await _ in AsyncTimerSequence(interval: Beat.interval, clock: .suspending).cancelOnGracefulShutdown() {
            // The pool says it where there is no connection, and the beat's age tells the rest.
            try? await beat.beat()
        }
    }
}
#endif
