import AsyncAlgorithms
import ServiceLifecycle

/// Beats each second, until the services that were started after it have ended.
struct BeatService: Service {
    let watch: PrimaryWatch

    func run() async throws {
        for await _ in AsyncTimerSequence(interval: Beat.interval, clock: .suspending).cancelOnGracefulShutdown() {
            await watch.beat()
        }
    }
}
