enum HexText {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Lower case, two digits a byte.
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
