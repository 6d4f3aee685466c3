#if canImport(SwiftData)
internal import Foundation
internal import SwiftData

/// The row of one record. Its name is the entity's in the store: it must not change, nor be an app's own.
@Model
final class LatchkeyRecord {
    /// Type and identifier of the record.
    @Attribute(.unique) var key: String
    /// The name that records of its type are kept under.
    var type: String
    /// The text of its identifier.
    var identifier: String
    /// The record as JSON.
    var body: Data

    init(type: String, identifier: String, body: Data) {
        key = Self.key(type: type, identifier: identifier)
        (self.type, self.identifier, self.body) = (type, identifier, body)
    }

    /// One text for both, the same for no other two. Without a NUL between them, which texts in SQLite are to be
    /// without (<https://www.sqlite.org/nulinstr.html>).
    static func key(type: String, identifier: String) -> String { "\(type.utf8.count) \(type)\(identifier)" }
}
#endif
