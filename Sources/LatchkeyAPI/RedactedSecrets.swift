/// A value with secrets in it: printing, interpolating or dumping it shows its type alone.
public protocol RedactedSecrets: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedSecrets {
    public var description: String { "\(Self.self)(••••••)" }
    public var debugDescription: String { description }
    /// No children, so that `dump` and test failures have nothing to print.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
