/// The claim of a token whose value makes its user an administrator, such as `groups=latchkey-admins`.
package struct AdministratorClaim: Equatable, Sendable {
    let name: String
    let value: String

    /// Returns nil unless the text is a name and a value with `=` between them.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, !text.hasPrefix("=") else { return nil }
        (name, value) = (parts[0], parts[1])
    }
}
