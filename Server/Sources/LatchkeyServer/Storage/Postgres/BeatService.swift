import AsyncAlgorithms
import ServiceLifecycle

/// A service that sends a heartbeat each second, until the services started after it have ended.
struct BeatService: Service {
    let watch: PrimaryWatch

    func run() async throws {
        for await _ in AsyncTimerSequence(interval: Beat.interval, clock: .suspending).cancelOnGracefulShutdown() {
            await watch.beat()
        }
    }
}
