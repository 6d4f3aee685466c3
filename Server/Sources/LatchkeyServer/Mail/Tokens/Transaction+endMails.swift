extension Transaction {
    /// Ends what was mailed to sign in or to reset, and the mails of these that wait.
    func endMails(to email: String) throws {
        for purpose in [MailPurpose.signIn, .reset] {
            try outbox.deleteAll(recipient: email, purpose: purpose)
            try oneTimeTokens.deleteAll(email: email, purpose: purpose)
        }
    }
}
