/// A value with secrets in it: printing, interpolating or dumping it shows its type alone.
public protocol RedactedSecrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedSecrets {
    /// The type alone.
    public var description: String { "\(Self.self)(••••••)" }
    /// The type alone.
    public var debugDescription: String { description }
    /// No children, so that `dump` and test failures print nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
