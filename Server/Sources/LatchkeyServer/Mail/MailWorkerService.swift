import Logging
import ServiceLifecycle

/// Runs the outbox worker: at each signal, and every second for what other processes asked for.
struct MailWorkerService: Service {
    static let interval: Duration = .seconds(1)

    let worker: MailWorker

    func run() async throws {
        let signal = worker.dependencies.mailSignal
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    while (try? await Task.sleep(for: Self.interval)) != nil { signal.wake() }
                }
                for await _ in signal.stream { await drain() }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            signal.finish()
        }
    }

    private func drain() async {
        do {
            try await worker.drain()
        } catch {
            // It is all still in the database, and the next round tries again.
            worker.dependencies.logger.warning("mail worker stopped", metadata: ["type": "\(type(of: error))"])
        }
    }
}
