/// Not Apple's: the actions of a modifier when its view appears or disappears, and its background or overlay.
enum ViewHook {
    case appear(() -> Void)
    case disappear(() -> Void)
    case task(@Sendable () async -> Void)
    case background(any View)
    case environment((inout EnvironmentValues) -> Void)
    /// An alert or a sheet, drawn while it is presented.
    case presented(Binding<Bool>, () -> [any View])
    /// Whether any part of it is visible.
    case shown(Bool)
    /// The actions of keys while the view has the focus.
    case keyPress((KeyPress) -> KeyPress.Result)
    /// The element that a screen reader starts at, if specified.
    case accessibilityFocused(AccessibilityFocusState<Bool>.Binding)
}

/// Not Apple's: a view with such a modifier.
struct Hooked<Inner: View> {
    let inner: Inner
    let hook: ViewHook
    nonisolated init(inner: Inner, hook: ViewHook) { (self.inner, self.hook) = (inner, hook) }
}
extension Hooked: Leaf {}

@MainActor protocol HookedView {
    var viewInside: any View { get }
    var hook: ViewHook { get }
}
extension Hooked: HookedView {
    var viewInside: any View { inner }
}

@MainActor protocol ModifiedView {
    var viewInside: any View { get }
    var modifierBody: (any View)? { get }
}
extension ModifiedContent: ModifiedView where Content: View, Modifier: ViewModifier {
    var viewInside: any View { content }
    var modifierBody: (any View)? {
        Modifier.Body.self == Never.self ? nil : modifier.body(content: _ViewModifier_Content())
    }
}
