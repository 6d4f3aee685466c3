/// Why records could not be kept, read or deleted. Absence is no error. No case carries anything of a record.
public enum PersistenceError: Error, Hashable, Sendable {
    /// The record cannot be written as JSON; nothing was saved.
    case encodingFailed(type: String, id: String)
    /// The record is there, but is not one of the type as it is now. A migration is missing, or it was changed.
    /// `property` is the path of the property that does not fit, such as `lines.0.price`; empty for the whole record.
    case decodingFailed(type: String, property: String)
    /// Nothing was saved, for the reason in the store's words.
    case saveFailed(reason: String)
    /// Nothing is known about the records, for the reason in the store's words.
    case loadFailed(reason: String)
    /// Nothing was deleted, for the reason in the store's words.
    case deleteFailed(reason: String)
    /// The store could not be opened, created or migrated; it was left as it was.
    case containerCreationFailed(reason: String)
}
