import LatchkeyCore

/// The password of the database's role. It shows nothing of itself in logs, interpolation, `dump` and test failures.
package struct PostgresPassword: Sendable, RedactedSecrets {
    /// The password itself, for libpq alone.
    let text: String

    /// Nil when the text is empty, or has a NUL, behind which libpq would read nothing.
    package init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        self.text = text
    }
}
