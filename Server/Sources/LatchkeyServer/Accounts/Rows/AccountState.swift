/// The state of an account, as administrators see it: the generated column `state` of `users`.
enum AccountState: String, Codable, CaseIterable, Sendable {
    case passcodeSet = "passcode_set"
    case noPasscode = "no_passcode"
    /// The passcode must be reset, because the owner reported an event or an administrator requires it.
    case resetRequired = "reset_required"
    /// The passcode must be reset after too many failed attempts.
    case lockedOut = "locked_out"
    case suspended

    /// The definition of the column.
    static let column: Statement.Text = """
        state \(sqlite: "TEXT", postgres: #"text COLLATE "C""#) GENERATED ALWAYS AS (
            CASE WHEN suspended_at IS NOT NULL THEN 'suspended'
                WHEN reset_required AND failures >= \(name: String(AttemptPolicy.perAccount)) THEN 'locked_out'
                WHEN reset_required THEN 'reset_required'
                WHEN passcode_hash IS NULL THEN 'no_passcode' ELSE 'passcode_set' END
        ) \(sqlite: "VIRTUAL", postgres: "STORED")
        """
}

extension Account {
    var state: AccountState {
        if isSuspended { return .suspended }
        if resetRequired { return failures >= AttemptPolicy.perAccount ? .lockedOut : .resetRequired }
        return passcodeHash == nil ? .noPasscode : .passcodeSet
    }
}
