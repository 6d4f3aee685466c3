import Synchronization

/// The outcome of an exchange: a response, an error or a cancellation. The first value is final.
final class HTTPOutcome: Sendable {
    typealias Value = Result<HTTPClientResponse, HTTPClientError>

    private enum State {
        case open(CheckedContinuation<Value, Never>?)
        case set(Value)
    }

    private let state = Mutex(State.open(nil))

    var isSet: Bool {
        state.withLock { if case .set = $0 { true } else { false } }
    }

    /// Resumes the continuation with the outcome. Returns false if the outcome was already known.
    func wait(_ continuation: CheckedContinuation<Value, Never>) -> Bool {
        let known: Value? = state.withLock { state in
            if case .set(let value) = state { return value }
            state = .open(continuation)
            return nil
        }
        if let known { continuation.resume(returning: known) }
        return known == nil
    }

    func set(_ value: Value) {
        let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
            guard case .open(let continuation) = state else { return nil }
            state = .set(value)
            return continuation
        }
        waiting?.resume(returning: value)
    }
}
