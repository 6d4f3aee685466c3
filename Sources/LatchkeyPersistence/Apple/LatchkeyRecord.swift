#if canImport(SwiftData)
internal import Foundation
internal import SwiftData

/// The row of one record. The class name is the entity's name in the store: it must not change, nor equal one of the
/// app's.
@Model
final class LatchkeyRecord {
    /// The type and identifier of the record.
    @Attribute(.unique) var key: String
    /// The `persistenceName` of its type.
    var type: String
    /// The text of its identifier.
    var identifier: String
    /// The record as JSON.
    var body: Data

    init(type: String, identifier: String, body: Data) {
        key = Self.key(type: type, identifier: identifier)
        (self.type, self.identifier, self.body) = (type, identifier, body)
    }

    /// A text that is unique for each pair. It contains no NUL, which texts in SQLite must not contain
    /// (<https://www.sqlite.org/nulinstr.html>).
    static func key(type: String, identifier: String) -> String { "\(type.utf8.count) \(type)\(identifier)" }
}
#endif
