internal import LatchkeyCore
public import Observation

/// A countdown in seconds.
@MainActor @Observable
public final class Countdown {
    /// The seconds left, rounded up, or nil if it is stopped.
    public private(set) var secondsLeft: Int?

    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private var task: Task<Void, Never>?

    /// Creates a stopped countdown.
    ///
    /// - Parameter clock: A clock that continues while the device sleeps.
    public init(clock: some Clock<Duration>) { self.clock = clock }

    /// Starts the countdown, and replaces an earlier one. A duration of zero or less stops it.
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
                // To the next whole second, so that all are shown for the same time.
                let next = left - .seconds(left.wholeSeconds - 1)
                do { try await clock.sleep(for: next) } catch { return }
            }
            guard !Task.isCancelled else { return }
            self?.secondsLeft = nil
            done()
        }
    }

    /// Stops the countdown.
    public func stop() {
        task?.cancel()
        secondsLeft = nil
    }
}

extension Duration {
    /// The duration in seconds, rounded up.
    fileprivate var wholeSeconds: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}
