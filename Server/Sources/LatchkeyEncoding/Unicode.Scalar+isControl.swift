extension Unicode.Scalar {
    /// Whether this is a control character. That category is the same in all versions of Unicode
    /// (<https://www.unicode.org/policies/stability_policy.html#Property_Value>), and needs no table.
    package var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
