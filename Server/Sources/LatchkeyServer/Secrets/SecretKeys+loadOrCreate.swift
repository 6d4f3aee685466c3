import Foundation

extension SecretKeys {
    /// The keys in the file; on the first start, the file with one new key in it (mode 0600, its directory must be
    /// there). Of several processes that start at once one makes the key, and all return that one.
    static func loadOrCreate(
        file: URL, random: some RandomSource = SystemRandomSource()
    ) throws(SecretKeysError) -> SecretKeys {
        let keyFile = SecretKeyFile(path: file.path(percentEncoded: false))
        if let keys = try keyFile.read() {
            // The process that made the file may not have synced its directory yet. A read-only directory is fine.
            try? keyFile.syncDirectory()
            return keys
        }
        let key = Base64Text.encode(random.bytes(SecretKey.length), as: .padded)
        try keyFile.createUnlessPresent("k1:\(key)\n", temporarySuffix: HexText.encode(random.bytes(8)))
        // Read back also by the process that wrote it: what is used is what is on the disk.
        guard let keys = try keyFile.read() else {
            throw .fileFailed(path: keyFile.path, reason: "vanished after it was created")
        }
        return keys
    }
}
