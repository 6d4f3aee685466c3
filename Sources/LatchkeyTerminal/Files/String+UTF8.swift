extension String {
    /// Returns nil for bytes that are not UTF-8. (`String(validating:as:)` needs macOS 15.)
    init?(utf8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Bytes that are not UTF-8 were replaced, and differ.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
