/// A version of the schema. Never change one that a server has run; add another after it.
struct Migration: Sendable {
    let name: String
    /// Whether it removes something that older servers use. They must have ended.
    let removes: Bool
    let statements: @Sendable (Dialect) -> [String]

    /// All migrations in order.
    static let all = [Migration("InitialSchema") { Schema.initial(for: $0) }]

    /// - Parameter statements: By default, those that add the columns of ``Column/added(in:)``.
    init(_ name: String, removes: Bool = false, statements: (@Sendable (Dialect) -> [String])? = nil) {
        (self.name, self.removes) = (name, removes)
        self.statements =
            statements ?? { dialect in Schema.tables.flatMap { $0.additions(in: name, for: dialect) } }
    }
}
