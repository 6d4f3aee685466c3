extension Transaction {
    /// Invalidates emailed links and codes for sign-in and reset, and deletes their queued emails.
    func cancelEmails(to email: String) throws {
        for purpose in [EmailPurpose.signIn, .reset] {
            try outbox.deleteAll(recipient: email, purpose: purpose)
            try oneTimeTokens.deleteAll(email: email, purpose: purpose)
        }
    }
}
