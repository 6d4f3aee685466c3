/// Hands a mail to whoever delivers it.
protocol MailTransport: Sendable {
    /// Returns once the mail is safe with the other side. Sending the same `id` again must do no harm: a worker that is
    /// killed after sending sends again.
    func send(_ mail: OutgoingMail) async throws(MailTransportError)
}
