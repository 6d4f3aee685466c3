// Pages: shapestyle, color, hierarchicalshapestyle, backgroundstyle, foregroundstyle.
public protocol ShapeStyle: Sendable {}
public struct Color: ShapeStyle, Hashable, Sendable {
    /// Not Apple's: whether it is opaque.
    public let standInIsOpaque: Bool
    init(isOpaque: Bool) { standInIsOpaque = isOpaque }
    public static var primary: Color { Color(isOpaque: true) }
    // Pages: color/black, color/white, color/clear.
    public static var black: Color { Color(isOpaque: true) }
    public static var white: Color { Color(isOpaque: true) }
    public static var clear: Color { Color(isOpaque: false) }
}
extension Color: Leaf {}
public struct HierarchicalShapeStyle: ShapeStyle { init() {} }
extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .init() }
    public static var secondary: HierarchicalShapeStyle { .init() }
    public static var quaternary: HierarchicalShapeStyle { .init() }
}
public struct BackgroundStyle: ShapeStyle { public init() {} }
extension ShapeStyle where Self == BackgroundStyle { public static var background: BackgroundStyle { .init() } }
public struct ForegroundStyle: ShapeStyle { public init() {} }
extension ShapeStyle where Self == ForegroundStyle { public static var foreground: ForegroundStyle { .init() } }
public struct FillStyle: Equatable, Sendable { public init() {} }

// Pages: shape, insettableshape, circle, rectangle. Their conforming types are not isolated to the main actor; the
// requirement path(in:) is left out, since no code here makes a shape.
public protocol Shape: Sendable {}
public protocol InsettableShape: Shape {}
public struct Circle: InsettableShape { public init() {} }
extension Circle: Leaf {}
public struct Rectangle: InsettableShape { public init() {} }
extension Rectangle: Leaf {}
extension Shape where Self == Circle { public static var circle: Circle { Circle() } }
/// Not Apple's: a shape that is filled or outlined.
struct DrawnShape { nonisolated init() {} }
extension DrawnShape: Leaf {}

// Pages: shape/fill(_:style:), insettableshape/strokeborder(_:linewidth:antialiased:).
extension Shape {
    nonisolated public func fill<S: ShapeStyle>(_ content: S = .foreground, style: FillStyle = FillStyle()) -> some View
    {
        DrawnShape()
    }
}
extension InsettableShape {
    nonisolated public func strokeBorder<S: ShapeStyle>(
        _ content: S = .foreground, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> some View { DrawnShape() }
}

// Page: font.
public struct Font: Hashable, Sendable {
    public enum TextStyle: Hashable, CaseIterable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }
    public static var largeTitle: Font { Font() }
    public static var title: Font { Font() }
    public static var title2: Font { Font() }
    public static var headline: Font { Font() }
    public static var callout: Font { Font() }
}

// Page: animation, animation/linear(duration:).
public struct Animation: Hashable, Sendable {
    public static var `default`: Animation { Animation() }
    public static func linear(duration: TimeInterval) -> Animation { Animation() }
}

// Pages: buttonstyle, buttonstyleconfiguration, primitivebuttonstyle and below.
@MainActor @preconcurrency public protocol ButtonStyle {
    associatedtype Body: View
    typealias Configuration = ButtonStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}
public struct ButtonStyleConfiguration {
    public struct Label: Leaf { nonisolated init() {} }
    public var label: Label { Label() }
    public var isPressed: Bool { false }
}
/// Its requirement is omitted: only the built-in styles are used.
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}
public struct BorderlessButtonStyle: PrimitiveButtonStyle { nonisolated init() {} }
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle { nonisolated init() {} }
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    @MainActor @preconcurrency public static var borderless: Self { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    @MainActor @preconcurrency public static var borderedProminent: Self { .init() }
}

// Pages: glass, glass/regular, glass/interactive(_:).
@available(iOS 26.0, macOS 26.0, *) @available(visionOS, unavailable)
public struct Glass: Equatable, Sendable {
    public static var regular: Glass { Glass() }
    public func interactive(_ isEnabled: Bool = true) -> Glass { self }
}
