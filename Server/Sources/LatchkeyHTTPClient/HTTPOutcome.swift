import Synchronization

/// What became of an exchange: the first that is set counts, an answer or a cancellation.
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

    /// Resumes the continuation when there is an outcome. Returns false where there is one already.
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
