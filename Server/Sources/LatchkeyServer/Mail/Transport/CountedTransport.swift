/// Counts the mails that a transport sends, and those that it cannot send.
struct CountedTransport: MailTransport {
    let transport: any MailTransport
    let metrics: ServerMetrics

    func send(_ mail: OutgoingMail) async throws(MailTransportError) {
        do throws(MailTransportError) {
            try await transport.send(mail)
            metrics.mails.count(.sent)
        } catch {
            metrics.mails.count(.failed)
            throw error
        }
    }
}
