#if canImport(SwiftUI)
/// An object that is made when a view is first drawn, and kept.
///
/// Not in the view's initialiser, which runs whenever the view above is drawn; and not when the view appears, since a
/// group or a section without rows never does.
@MainActor
final class LazyBox<Value> {
    private var made: Value?

    /// Nothing is made yet. Not isolated: a view's properties have their values before it is drawn.
    nonisolated init() {}

    func value(_ make: () -> Value) -> Value {
        if let made { return made }
        let new = make()
        made = new
        return new
    }
}
#endif
