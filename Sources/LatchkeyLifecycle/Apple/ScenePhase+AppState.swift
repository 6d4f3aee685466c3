#if canImport(SwiftUI)
public import SwiftUI

extension AppState {
    /// The state of a scene phase. An unknown phase is inactive, so that content is covered.
    public init(_ phase: ScenePhase) {
        self =
            switch phase {
            case .active: .active
            case .inactive: .inactive
            case .background: .background
            @unknown default: .inactive
            }
    }
}

extension AppLifecycleManager {
    /// Reports a scene's phase: `.onChange(of: scenePhase) { lifecycle.updateState($1) }`.
    ///
    /// For an app of one scene; ``UIKitLifecycleSource`` supports several. A literal `.background` is an ``AppState``.
    @discardableResult @_disfavoredOverload
    public func updateState(_ phase: ScenePhase) -> Task<Void, Never> { updateState(AppState(phase)) }
}

extension View {
    /// Reports the phase of the scene that this view is in, now and whenever it changes.
    ///
    /// In an app of several scenes use ``UIKitLifecycleSource`` instead: one scene in the background does not mean that
    /// the app is.
    public func reportsLifecycle(to lifecycle: AppLifecycleManager) -> some View {
        modifier(ScenePhaseReporter(lifecycle: lifecycle))
    }
}

private struct ScenePhaseReporter: ViewModifier {
    let lifecycle: AppLifecycleManager
    @Environment(\.scenePhase) private var phase

    func body(content: Content) -> some View {
        content.onChange(of: phase, initial: true) { _, phase in lifecycle.updateState(phase) }
    }
}
#endif
