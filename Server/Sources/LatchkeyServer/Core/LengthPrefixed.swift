enum LengthPrefixed {
    /// The fields in one byte string, each behind its length (64 bits, big-endian): no two lists of fields give the
    /// same bytes, which a separator could not promise.
    static func join(_ fields: String...) -> [UInt8] {
        fields.flatMap { field in
            withUnsafeBytes(of: UInt64(field.utf8.count).bigEndian, Array.init) + Array(field.utf8)
        }
    }
}
