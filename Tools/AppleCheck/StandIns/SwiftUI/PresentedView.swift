#if canImport(UIKit)
import UIKit

/// Not Apple's: a view in a window, with the actions of its modifiers when it appears and disappears. Layout and state
/// are not modelled: a body is read once.
///
/// - A sheet leaves the view below it in its window, without an appearance or disappearance.
/// - A full-screen cover is a presentation in the style `fullScreen`, after which UIKit removes the views of the
///   presenting controller (pages: uikit/uimodalpresentationstyle/fullscreen,
///   uikit/uiviewcontroller/viewdiddisappear(_:)): they have no window, and `onDisappear` runs on the presenter while
///   the cover is up, `onAppear` after it.
@MainActor
public final class PresentedView {
    private var appear: [() -> Void] = []
    private var disappear: [() -> Void] = []
    private var views: [UIView] = []
    private let window: UIWindow

    /// Adds the view to the window, where it appears.
    public init(_ view: some View, in window: UIWindow) {
        self.window = window
        read(view)
        for view in views { view.standInMove(to: window) }
        for action in appear { action() }
    }

    /// Adds a drawn view to the window, after it has appeared.
    public init(_ drawn: DrawnView, in window: UIWindow) {
        self.window = window
        for case let representable as any UIViewRepresentable in drawn.leaves { views.append(made(representable)) }
        for view in views { view.standInMove(to: window) }
    }

    /// A full-screen cover is presented over it.
    public func presentFullScreenCover() {
        for action in disappear { action() }
        for view in views { view.standInMove(to: nil) }
    }

    /// The full-screen cover is dismissed.
    public func dismissFullScreenCover() {
        for view in views { view.standInMove(to: window) }
        for action in appear { action() }
    }

    /// The view is permanently removed, such as by a branch of its parent's body.
    public func remove() { presentFullScreenCover() }

    private func read(_ view: any View) {
        switch view {
        case let hooked as any HookedView:
            if case .environment(let change) = hooked.hook {
                return EnvironmentValues.standInWith(change) { read(hooked.viewInside) }
            }
            read(hooked.viewInside)
            switch hooked.hook {
            case .appear(let action): appear.append(action)
            case .disappear(let action): disappear.append(action)
            case .background(let background): read(background)
            case .task, .environment, .presented, .shown, .keyPress, .accessibilityFocused: break
            }
        case let modified as any ModifiedView:
            read(modified.viewInside)
            if let body = modified.modifierBody { read(body) }
        case let representable as any UIViewRepresentable: views.append(made(representable))
        default: break
        }
    }

    private func made<Representable: UIViewRepresentable>(_ representable: Representable) -> UIView {
        representable.makeUIView(context: UIViewRepresentableContext())
    }
}
#endif
