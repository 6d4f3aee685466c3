/// A type of record that can be stored: a `Codable` value with an identifier.
///
/// Two records are the same if their `persistenceName` and the text of their identifiers are equal.
public protocol PersistenceModel: Codable, Identifiable, Sendable where ID: CustomStringConvertible & Sendable {
    /// The name under which records of this type are stored. It must be unique, and must not change when the type is
    /// renamed.
    static var persistenceName: String { get }
}
