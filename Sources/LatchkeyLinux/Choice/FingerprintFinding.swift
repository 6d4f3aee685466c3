/// What a machine has to recognise a finger with.
public struct FingerprintFinding: Hashable, Sendable {
    /// The reader's name; nil when there is none, or nobody who knows.
    public var reader: String?
    /// How many of the user's fingers the reader knows.
    public var enrolledFingers: Int
    /// Why there is nothing, in the system's words; nil when nothing is wrong.
    public var problem: String?
    /// The Debian package that would help.
    public var package: String?

    public init(reader: String?, enrolledFingers: Int = 0, problem: String? = nil, package: String? = nil) {
        (self.reader, self.enrolledFingers) = (reader, enrolledFingers)
        (self.problem, self.package) = (problem, package)
    }
}
