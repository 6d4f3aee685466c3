// Pages: scene, scenebuilder, app, windowgroup.
@MainActor @preconcurrency public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: Scene {}
@resultBuilder public struct SceneBuilder {
    nonisolated public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    nonisolated public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
    nonisolated public static func buildBlock<First: Scene, Second: Scene>(
        _ first: First, _ second: Second
    ) -> some Scene { first }
}
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}
extension App {
    @MainActor @preconcurrency public static func main() { fatalError("not for running") }
}
public struct WindowGroup<Content: View>: Scene {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("not for running") }
}
// Page: settings.
@available(macOS 11.0, *) @available(iOS, unavailable) @available(visionOS, unavailable)
public struct Settings<Content: View>: Scene {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("not for running") }
}
// Page: scene/onchange(of:initial:_:).
@available(iOS 17.0, macOS 14.0, *)
extension Scene {
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some Scene { self }
}
