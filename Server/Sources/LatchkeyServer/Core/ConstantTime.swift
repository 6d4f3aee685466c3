enum ConstantTime {
    /// Whether both hold the same bytes; the time taken tells nothing but the lengths, which are no secret here.
    static func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for (one, other) in zip(left, right) {
            difference |= one ^ other
        }
        return difference == 0
    }
}
