/// The limits of all column values.
enum StoredValue {
    /// Times, counts, versions and flags: up to the end of the year 9999 in milliseconds since 1970, the limit of RFC
    /// 3339. Sums and differences within these bounds fit in `Int64`.
    static let numbers: ClosedRange<Int64> = 0...253_402_300_799_999
    /// Counts and versions. The schema accepts one more, so that the next one can be written.
    static let counters: ClosedRange<Int64> = 0...Int64(Int32.max) - 1
    /// Maximum length of text or data in bytes: that of a sealed record.
    static let maximumLength = Sealer.maximumRecordLength
}
