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
        key = "\(type)\u{0}\(identifier)"
        (self.type, self.identifier, self.body) = (type, identifier, body)
    }
}
#endif
