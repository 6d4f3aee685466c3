/// Hands a message to whoever delivers it.
protocol MailTransport: Sendable {
    /// Returns once the message is safe with the other side. Sending the same `id` again must do no harm: a worker that
    /// is killed after sending sends again.
    func send(_ message: String, to recipient: String, id: String) async throws
}
