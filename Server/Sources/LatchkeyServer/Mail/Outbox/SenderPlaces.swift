import Synchronization

/// The limit of concurrent senders. A slow email gives its place to another, until there are ``maximum``.
final class SenderPlaces: Sendable {
    private struct State {
        /// The time when each sender started its email.
        var begun: [Int: ContinuousClock.Instant] = [:]
        var next = 0
    }

    private let state = Mutex(State())
    private let places: Int
    private let maximum: Int
    private let slowThreshold: Duration
    private let instant: @Sendable () -> ContinuousClock.Instant

    init(places: Int, maximum: Int, slowThreshold: Duration, instant: @escaping @Sendable () -> ContinuousClock.Instant)
    {
        self.places = places
        self.maximum = maximum
        self.slowThreshold = slowThreshold
        self.instant = instant
    }

    /// Returns the number of a new sender; nil if no place is free.
    func enter() -> Int? {
        let now = instant()
        return state.withLock { state in
            guard state.begun.count < maximum, isFree(at: now, among: state.begun.values) else { return nil }
            defer { state.next += 1 }
            state.begun[state.next] = now
            return state.next
        }
    }

    /// Starts the sender's next email. Returns false if another sender has taken its place.
    func mayGoOn(_ sender: Int) -> Bool {
        let now = instant()
        return state.withLock { state in
            let others = state.begun.filter { $0.key != sender }.values
            guard isFree(at: now, among: others) else { return false }
            state.begun[sender] = now
            return true
        }
    }

    func leave(_ sender: Int) { state.withLock { $0.begun[sender] = nil } }

    private func isFree(
        at now: ContinuousClock.Instant, among begun: some Collection<ContinuousClock.Instant>
    ) -> Bool {
        begun.count { now - $0 < slowThreshold } < places
    }
}
