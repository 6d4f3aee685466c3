#if canImport(SwiftUI)
/// An object that is created when a view is first drawn, and kept.
///
/// The view's initializer is too early, since it runs whenever the parent view is drawn. `onAppear` is not reliable: a
/// group or a section without rows never appears.
@MainActor
final class LazyBox<Value> {
    private var made: Value?

    /// Creates an empty box. Not isolated, since a view's properties are set before it is drawn.
    nonisolated init() {}

    func value(_ make: () -> Value) -> Value {
        if let made { return made }
        let new = make()
        made = new
        return new
    }
}
#endif
