/// Lets one in at a time, in the order of asking: an actor alone lets others in at every `await`.
struct Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Returns whether it is the caller's turn at once; if not, he calls `wait`.
    mutating func takeNow() -> Bool {
        defer { isTaken = true }
        return !isTaken
    }

    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) { waiting.append(continuation) }

    mutating func pass() {
        guard !waiting.isEmpty else {
            isTaken = false
            return
        }
        waiting.removeFirst().resume()
    }
}
