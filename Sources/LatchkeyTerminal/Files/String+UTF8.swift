extension String {
    /// Returns nil for bytes that are not UTF-8. (`String(validating:as:)` requires macOS 15.)
    init?(utf8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // Invalid bytes were replaced, so the results differ.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
