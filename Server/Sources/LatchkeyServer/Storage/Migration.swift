/// A version of the schema. One that any server has run is never changed: a new one comes after it.
struct Migration: Sendable {
    let name: String
    /// Whether it removes what servers use that do not know it: they must have ended.
    let removes: Bool
    let statements: @Sendable (Dialect) -> [String]

    /// All, in the order in which they are applied.
    static let all = [Migration("InitialSchema") { Schema.initial(for: $0) }]

    /// - Parameter statements: By default, those that add the columns of ``Column/added(in:)``.
    init(_ name: String, removes: Bool = false, statements: (@Sendable (Dialect) -> [String])? = nil) {
        (self.name, self.removes) = (name, removes)
        self.statements =
            statements ?? { dialect in Schema.tables.flatMap { $0.additions(in: name, for: dialect) } }
    }
}
