/// What a sealed record holds. Each purpose has its own key; the raw values are part of the stored format.
enum SealPurpose: String, CaseIterable, Sendable {
    /// The PHC text of a user's passcode.
    case passcodeHash
    /// A key that a client stores for its own recovery.
    case recoveryKey
    /// A mail that waits in the outbox.
    case mailBody
    /// The row that shows at the start whether the keys are those of the database.
    case keyCheck
}
