import LatchkeyCore

/// The password of the database role. Redacts itself in logs, interpolation, `dump` and test failures.
package struct PostgresPassword: Sendable, RedactedSecrets {
    /// The password in plain text, only for libpq.
    let text: String

    /// Returns nil if the text is empty or has a NUL, at which libpq would stop.
    package init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        self.text = text
    }
}
