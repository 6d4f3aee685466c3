/// The timeouts of a delivery. ``EmailSender`` renews its lease meanwhile, so that no other worker sends the email.
struct SMTPTimeouts: Sendable {
    /// The timeout of name lookup, of the connection, and of the reply to `QUIT`.
    var connect: Duration = .seconds(10)
    /// The timeout of the greeting and of the reply to each command. Shorter than the five minutes of RFC 5321
    /// (4.5.3.2): until the end of an email a retry makes no duplicate.
    var reply: Duration = .seconds(60)
    /// The timeout of the reply to the end of the email (RFC 5321, 4.5.3.2.6). The server may have accepted it: an
    /// early retry makes a duplicate.
    var end: Duration = .minutes(10)

    func limit(of stage: SMTPDelivery.Stage) -> Duration {
        switch stage {
        case .connection: connect
        case .greeting, .sender, .recipient, .body: reply
        case .end: end
        }
    }
}
