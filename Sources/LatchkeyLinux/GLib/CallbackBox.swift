/// A Swift value in the untyped pointer of a C callback.
final class CallbackBox<Value: Sendable>: Sendable {
    private let value: Value

    init(_ value: Value) { self.value = value }

    /// A pointer that retains the value until `take` or `release`.
    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Returns the value, which stays retained.
    static func value(at pointer: UnsafeMutableRawPointer) -> Value {
        Unmanaged<CallbackBox>.fromOpaque(pointer).takeUnretainedValue().value
    }

    /// Returns the value and releases it.
    static func take(_ pointer: UnsafeMutableRawPointer) -> Value {
        Unmanaged<CallbackBox>.fromOpaque(pointer).takeRetainedValue().value
    }

    static func release(_ pointer: UnsafeMutableRawPointer?) {
        if let pointer { Unmanaged<CallbackBox>.fromOpaque(pointer).release() }
    }
}
