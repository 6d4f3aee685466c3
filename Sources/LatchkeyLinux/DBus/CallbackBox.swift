/// Something of Swift's behind the pointer that a C function gives back to its callback.
final class CallbackBox<Value: Sendable>: Sendable {
    private let value: Value

    init(_ value: Value) { self.value = value }

    /// A pointer that keeps the value until `take` or `release`.
    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// The value, which stays kept.
    static func value(at pointer: UnsafeMutableRawPointer) -> Value {
        Unmanaged<CallbackBox>.fromOpaque(pointer).takeUnretainedValue().value
    }

    /// The value, which is kept no longer.
    static func take(_ pointer: UnsafeMutableRawPointer) -> Value {
        Unmanaged<CallbackBox>.fromOpaque(pointer).takeRetainedValue().value
    }

    /// Keeps the value no longer.
    static func release(_ pointer: UnsafeMutableRawPointer?) {
        if let pointer { Unmanaged<CallbackBox>.fromOpaque(pointer).release() }
    }
}
