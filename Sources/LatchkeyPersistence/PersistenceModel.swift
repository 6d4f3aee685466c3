/// A record that can be kept: a `Codable` value with an identifier.
///
/// Two records are the same when their type's name and the text of their identifiers are.
public protocol PersistenceModel: Codable, Identifiable, Sendable where ID: CustomStringConvertible & Sendable {
    /// The name that records of this type are kept under. It must not change when the type is renamed, nor be shared.
    static var persistenceName: String { get }
}
