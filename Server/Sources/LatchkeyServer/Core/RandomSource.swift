/// Where secrets come from. Everything but tests uses `SystemRandomSource`.
protocol RandomSource: Sendable {
    /// That many bytes, unpredictable and independent of all earlier ones.
    func bytes(_ count: Int) -> [UInt8]
}
