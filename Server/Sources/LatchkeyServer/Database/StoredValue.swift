/// The limits of any column's values.
enum StoredValue {
    /// Times, counts, versions and flags: up to the end of the year 9999 in milliseconds since 1970, the last that
    /// RFC 3339 can write. Within these bounds no sum or difference of two of them leaves `Int64`.
    static let numbers: ClosedRange<Int64> = 0...253_402_300_799_999
    /// Counts and versions, of which the schema takes one more: the next one can be written.
    static let counters: ClosedRange<Int64> = 0...Int64(Int32.max) - 1
    /// Bytes of text or data; nothing that is stored is longer than a sealed record.
    static let maximumLength = Sealer.maximumRecordLength
}
