#if PostgreSQL
/// The password of the database's role. It shows nothing of itself in logs, interpolation, `dump` and test failures.
package struct PostgresPassword: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The password itself, for libpq alone.
    let text: String

    /// Nil when the text is empty, or has a NUL, behind which libpq would read nothing.
    package init?(_ text: String) {
        guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
        self.text = text
    }

    package var description: String { "PostgresPassword(redacted)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [Mirror.Child]()) }
}
#endif
