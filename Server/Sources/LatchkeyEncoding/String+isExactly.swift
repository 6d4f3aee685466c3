import Foundation

extension String {
    /// Whether the bytes are equal. `==` compares by canonical equivalence: a Kelvin sign equals a K.
    package func isExactly(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var (own, other) = (self, other)
        return own.withUTF8 { own in
            other.withUTF8 { other in
                // Only an empty text may have no address.
                guard let first = own.baseAddress, let second = other.baseAddress else { return true }
                return memcmp(first, second, own.count) == 0
            }
        }
    }
}
