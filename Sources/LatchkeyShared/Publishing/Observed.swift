/// A computed value that is published with each change under its `$` name.
///
/// `$value` is a Combine publisher on Apple's platforms, and an asynchronous stream elsewhere.
@MainActor @propertyWrapper
public struct Observed<Value: Equatable & Sendable> {
    private let read: @MainActor () -> Value
    private let source: ChangeSource<Value>

    init(_ read: @escaping @MainActor () -> Value) {
        self.read = read
        source = ChangeSource(read)
    }

    public var wrappedValue: Value { read() }
    public var projectedValue: ValueChanges<Value> { source.changes }
}
