/// Why a record cannot be sealed or opened.
enum SealError: Error, Equatable {
    /// The text is not `v1.KEYID.BASE64` with a nonce and a tag in it.
    case malformed
    /// The record is, or would be, over `Sealer.maximumRecordLength`.
    case tooLong
    /// No configured key has the record's key id.
    case unknownKey(id: String)
    /// The record was altered, or is of another key, purpose or context.
    case notAuthentic
}
