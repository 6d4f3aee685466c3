/// Wakes the outbox worker. Signals that come while it works are folded into one.
struct MailSignal: Sendable {
    let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func wake() { continuation.yield() }
    func finish() { continuation.finish() }
}
