/// A token or code as the database holds it. Not `Equatable`: `==` stops at the first difference.
struct StoredDigest: Sendable, Redacted {
    let keyID: String
    /// 64 lower-case hexadecimal digits.
    let value: String

    /// Whether both are the same digest under the same key, in constant time.
    func matches(_ other: StoredDigest) -> Bool {
        let sameKey = ConstantTime.areEqual(keyID.utf8, other.keyID.utf8)
        let sameValue = ConstantTime.areEqual(value.utf8, other.value.utf8)
        return sameKey && sameValue
    }
}
