extension Transaction {
    /// Invalidates emailed links and codes for sign-in and reset, and deletes their queued emails.
    func endMails(to email: String) throws {
        for purpose in [MailPurpose.signIn, .reset] {
            try outbox.deleteAll(recipient: email, purpose: purpose)
            try oneTimeTokens.deleteAll(email: email, purpose: purpose)
        }
    }
}
