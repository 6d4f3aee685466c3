/// A value that shows nothing of itself in logs, string interpolation, `dump` and test failures.
protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension Redacted {
    var description: String { "\(Self.self)(redacted)" }
    var debugDescription: String { description }
    // `dump` and reflection of a containing value go through the mirror, not the description.
    var customMirror: Mirror { Mirror(self, children: [Mirror.Child]()) }
}
