extension String {
    /// The text of bytes in UTF-8, or nil when they are none. (`String(validating:as:)` needs macOS 15.)
    init?(utf8 bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // What is not UTF-8 was replaced, and differs.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
