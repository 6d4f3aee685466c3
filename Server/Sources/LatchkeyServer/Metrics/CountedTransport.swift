/// A transport that counts what it sends.
struct CountedTransport: MailTransport {
    let transport: any MailTransport
    let metrics: ServerMetrics

    func send(_ message: String, to recipient: String, id: String) async throws {
        do {
            try await transport.send(message, to: recipient, id: id)
            metrics.mails.count(.sent)
        } catch {
            metrics.mails.count(.failed)
            throw error
        }
    }
}
