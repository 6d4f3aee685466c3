// Read from the page named for each declaration (developer.apple.com/documentation/swiftui/…, and the Swift
// interfaces of SwiftUI in the iOS 16.5 SDK and of SwiftUICore in that of iOS 18.0 for what pages leave out). Sendable
// only where the page lists it. Of a run there is as much as `DrawnView` needs: bodies and contents of containers.
// Layout, result types and the ranking of overloads are not modelled.
@_exported import Foundation
@_exported import Observation

// Page: view.
@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
extension Never: View {
    public var body: Never { fatalError("not for running") }
}
extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("not for running") }
}
extension Optional: Holder where Wrapped: View {
    var held: [any View] { map { [$0] } ?? [] }
}

/// Not Apple's: a view that the framework draws. Conformed to in extensions, so that the type itself is not isolated to
/// the main actor where Apple's is not.
public protocol Leaf: View where Body == Never {}
extension Leaf {
    public var body: Never { fatalError("not for running") }
}

/// Not Apple's: a container of views. They are created and read only on the main actor.
protocol Holder {
    var held: [any View] { get }
}
/// Not Apple's: a view that is only its members. Page: group, "The modifier applies to all members of
/// the group — and not to the group itself".
protocol Members: Holder {}
extension Optional: Members where Wrapped: View {}
extension TupleView: Members {}
extension Group: Members {}
extension _ConditionalContent: Members {}

// Pages: tupleview, emptyview, group.
public struct TupleView<T>: Holder {
    let held: [any View]
    nonisolated public init(_ value: T) { self.init(held: []) }
    nonisolated init(held: [any View]) { self.held = held }
}
extension TupleView: Leaf {}
public struct EmptyView: Sendable {
    nonisolated public init() {}
}
extension EmptyView: Leaf {}
public struct Group<Content>: Holder {
    let held: [any View]
    nonisolated init(held: [any View]) { self.held = held }
}
extension Group: View, Leaf where Content: View {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.init(held: [content()]) }
}
public struct _ConditionalContent<TrueContent, FalseContent>: Holder {
    let held: [any View]
    nonisolated init(held: any View) { self.held = [held] }
}
extension _ConditionalContent: View, Leaf where TrueContent: View, FalseContent: View {}

// Page: viewbuilder.
@resultBuilder public struct ViewBuilder {
    nonisolated public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    nonisolated public static func buildBlock() -> EmptyView { EmptyView() }
    nonisolated public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    nonisolated public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        var held: [any View] = []
        repeat held.append(each content)
        return TupleView(held: held)
    }
    nonisolated public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    nonisolated public static func buildEither<TrueContent: View, FalseContent: View>(
        first: TrueContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent(held: first) }
    nonisolated public static func buildEither<TrueContent: View, FalseContent: View>(
        second: FalseContent
    ) -> _ConditionalContent<TrueContent, FalseContent> { _ConditionalContent(held: second) }
}

// Pages: viewmodifier, modifiedcontent, accessibilityattachmentmodifier, placeholdercontentview.
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}
extension ViewModifier where Body == Never {
    public func body(content: Content) -> Never { fatalError("not for running") }
}
public struct _ViewModifier_Content<Modifier: ViewModifier> {}
extension _ViewModifier_Content: Leaf, ModifierContent {}
/// Not Apple's: the position of the modified view in a modifier's body.
@MainActor protocol ModifierContent {}
public struct ModifiedContent<Content, Modifier> {
    let content: Content
    let modifier: Modifier
    nonisolated init(content: Content, modifier: Modifier) { (self.content, self.modifier) = (content, modifier) }
}
extension ModifiedContent: View, Leaf where Content: View, Modifier: ViewModifier {}
public struct AccessibilityAttachmentModifier: ViewModifier {
    public typealias Body = Never
    nonisolated init() {}
}
@available(iOS 17.0, macOS 14.0, *) public struct PlaceholderContentView<Value> {}
@available(iOS 17.0, macOS 14.0, *) extension PlaceholderContentView: Leaf {}

// Page: preview(_:body:). The forms with traits are left out.
@freestanding(declaration) public macro Preview(
    _ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "AppleStandIns", type: "Nothing")
