/// The parts of the text `v1.KEYID.BASE64(nonce | ciphertext | tag)`.
struct SealedRecord {
    static let version = "v1"
    /// 12 bytes of nonce and 16 of tag (NIST SP 800-38D), around a ciphertext that may be empty.
    private static let minimumBoxLength = 28

    let keyID: String
    let box: [UInt8]

    var text: String { "\(Self.version).\(keyID).\(Base64Text.encode(box, as: .padded))" }

    init(keyID: String, box: [UInt8]) {
        self.keyID = keyID
        self.box = box
    }

    init(parsing text: String) throws(SealError) {
        guard text.utf8.count <= Sealer.maximumRecordLength else { throw .tooLong }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual(Self.version.utf8) else { throw .malformed }
        let keyID = String(Substring(parts[1]))
        guard SecretKey.isValidID(keyID),
            let box = Base64Text.decode(String(Substring(parts[2])), as: .padded),
            box.count >= Self.minimumBoxLength
        else { throw .malformed }
        self.init(keyID: keyID, box: box)
    }
}
