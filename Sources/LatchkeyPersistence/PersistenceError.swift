/// The reason that records could not be saved, read or deleted. No case contains any data of a record.
public enum PersistenceError: Error, Hashable, Sendable {
    /// The record cannot be written as JSON; nothing was saved.
    case encodingFailed(type: String, id: String)
    /// The stored record does not match its type: a migration is missing, or the record was changed. `property` is the
    /// path of the property that does not match, such as `lines.0.price`; empty for the whole record.
    case decodingFailed(type: String, property: String)
    /// Nothing was saved, for the store's reason.
    case saveFailed(reason: String)
    /// Reading failed, for the store's reason. Whether the records exist is unknown.
    case loadFailed(reason: String)
    /// Nothing was deleted, for the store's reason.
    case deleteFailed(reason: String)
    /// The store could not be opened, created or migrated. It is unchanged.
    case containerCreationFailed(reason: String)
}
