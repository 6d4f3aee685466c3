internal import LatchkeyCore
public import Observation

/// A wait that runs down, second by second.
@MainActor @Observable
public final class Countdown {
    /// The seconds left, rounded up, or nil when nothing is to be waited for.
    public private(set) var secondsLeft: Int?

    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private var task: Task<Void, Never>?

    /// Nothing to be waited for.
    ///
    /// - Parameter clock: One that runs on while the device sleeps.
    public init(clock: some Clock<Duration>) { self.clock = clock }

    /// Waits for the duration, in place of an earlier wait. A duration of zero or less ends it.
    public func start(_ duration: Duration, then done: @escaping @MainActor () -> Void = {}) {
        task?.cancel()
        secondsLeft = duration > .zero ? duration.wholeSeconds : nil
        guard secondsLeft != nil else { return done() }
        let elapsed = clock.stopwatch()
        task = Task { [weak self, clock] in
            while true {
                let left = duration - elapsed()
                guard left > .zero else { break }
                self?.secondsLeft = left.wholeSeconds
                // To the next whole second, so that none is shown for longer than the others.
                let next = left - .seconds(left.wholeSeconds - 1)
                do { try await clock.sleep(for: next) } catch { return }
            }
            guard !Task.isCancelled else { return }
            self?.secondsLeft = nil
            done()
        }
    }

    /// Waits no longer.
    public func stop() {
        task?.cancel()
        secondsLeft = nil
    }
}

extension Duration {
    /// In seconds, rounded up.
    fileprivate var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
