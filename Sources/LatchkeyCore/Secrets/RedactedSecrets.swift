/// A value that contains secrets: printing, interpolating or dumping it shows only its type.
public protocol RedactedSecrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedSecrets {
    /// The type's name only.
    public var description: String { "\(Self.self)(••••••)" }
    /// The type's name only.
    public var debugDescription: String { description }
    /// No children, so that `dump` and test failures print nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
