extension String {
    /// Returns what follows the scheme and a space in an `Authorization` header (RFC 9110, 11.4); nil for another
    /// scheme.
    ///
    /// - Parameter scheme: A scheme in lower-case letters.
    func parameter(ofScheme scheme: StaticString) -> String? {
        let bytes = utf8
        guard let space = bytes.firstIndex(of: UInt8(ascii: " ")),
            scheme.withUTF8Buffer({ $0.elementsEqual(bytes[..<space].lazy.map { $0 | 0x20 }) })
        else { return nil }
        let parameter = bytes[bytes.index(after: space)...]
        return parameter.isEmpty ? nil : String(Substring(parameter))
    }
}
