enum LengthPrefixed {
    /// Joins the fields, each after its length (64 bits, big-endian), so that different lists never have equal bytes.
    static func join(_ fields: String...) -> [UInt8] {
        fields.flatMap { field in
            withUnsafeBytes(of: UInt64(field.utf8.count).bigEndian, Array.init) + Array(field.utf8)
        }
    }
}
