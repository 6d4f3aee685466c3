import AsyncAlgorithms
import ServiceLifecycle

/// A service that sends a heartbeat each second, until the services started after it have ended.
struct HeartbeatService: Service {
    let watch: PrimaryWatch

    func run() async throws {
        for await _ in AsyncTimerSequence(interval: Heartbeat.interval, clock: .suspending).cancelOnGracefulShutdown() {
            await watch.check()
        }
    }
}
