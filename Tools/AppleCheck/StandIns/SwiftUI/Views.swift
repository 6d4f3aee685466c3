// Initializers that a type declares itself are nonisolated, as in the interface of SwiftUICore. The pages omit this.

// Page: localizedstringkey.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    let text: String
    public init(stringLiteral value: String) { text = value }
}

// Pages: text, text/init(_:tablename:bundle:comment:).
public struct Text: Equatable, Sendable {
    let text: String
    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) { text = key.text }
    public init(verbatim content: String) { text = content }
    @_disfavoredOverload public init<S: StringProtocol>(_ content: S) { text = String(content) }
}
extension Text: Leaf {}

// Page: image.
public struct Image: Equatable, Sendable {
    private let name: String
    public init(systemName: String) { name = systemName }
    // Page: image/init(_:bundle:).
    public init(_ name: String, bundle: Bundle? = nil) { self.name = name }
}
extension Image: Leaf {}

// Pages: buttonrole, button.
public struct ButtonRole: Equatable, Sendable {
    public static var destructive: Self { Self() }
    public static var cancel: Self { Self() }
}
public struct Button<Label: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    let action: @MainActor () -> Void
    nonisolated init(action: @escaping @MainActor () -> Void, held: any View) {
        (self.action, self.held) = (action, [held])
    }
    @preconcurrency nonisolated public init(
        action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) { self.init(action: action, held: label()) }
}
extension Button where Label == Text {
    @preconcurrency nonisolated public init(
        _ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void
    ) { self.init(action: action, held: Text(titleKey)) }
    @_disfavoredOverload @preconcurrency nonisolated public init<S: StringProtocol>(
        _ title: S, action: @escaping @MainActor () -> Void
    ) { self.init(action: action, held: Text(title)) }
    @_disfavoredOverload @preconcurrency nonisolated public init<S: StringProtocol>(
        _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) { self.init(action: action, held: Text(title)) }
}

// Pages: horizontalalignment, verticalalignment, alignment, textalignment.
public struct HorizontalAlignment: Equatable, Sendable {
    public static var leading: Self { Self() }
    public static var center: Self { Self() }
}
public struct VerticalAlignment: Equatable, Sendable { public static var center: Self { Self() } }
public struct Alignment: Equatable, Sendable { public static var center: Self { Self() } }
@frozen public enum TextAlignment: Hashable, CaseIterable, Sendable { case leading, center, trailing }

// Pages: vstack, hstack, zstack, grid, gridrow, scrollview, form, list, navigationstack.
public struct VStack<Content: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { held = [content()] }
}
public struct HStack<Content: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) { held = [content()] }
}
public struct ZStack<Content: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { held = [content()] }
}
public struct Grid<Content: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) { held = [content()] }
}
public struct GridRow<Content: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        held = [content()]
    }
}
public struct ScrollView<Content: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated public init(_ axes: Axis.Set = .vertical, @ViewBuilder content: () -> Content) { held = [content()] }
}
public struct Form<Content: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated public init(@ViewBuilder content: () -> Content) { held = [content()] }
}
public struct List<SelectionValue: Hashable, Content: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated init(held: any View) { self.held = [held] }
}
extension List where SelectionValue == Never {
    @MainActor @preconcurrency public init(@ViewBuilder content: () -> Content) { self.init(held: content()) }
}
public struct NavigationStack<Data, Root: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated init(held: any View) { self.held = [held] }
}
extension NavigationStack where Data == NavigationPath {
    @MainActor @preconcurrency public init(@ViewBuilder root: () -> Root) { self.init(held: root()) }
}
public struct NavigationPath: Equatable {}
/// Its destination is drawn only after it is followed.
public struct NavigationLink<Label: View, Destination: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        held = [label()]
    }
}

// Page: viewthatfits.
/// Drawn as if its first view fits.
@available(iOS 16.0, macOS 13.0, *)
public struct ViewThatFits<Content: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    /// Whether its last view, for the smallest place, scrolls.
    nonisolated let standInScrolls: Bool
    nonisolated public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        let built = content()
        let choices: [any View] = (built as? any Members)?.held ?? [built]
        held = Array(choices.prefix(1))
        standInScrolls = (choices.last as? any Scrolling)?.standInScrolls == true
    }
}

/// Not Apple's: a container whose content may be higher than its place.
protocol Scrolling {
    var standInScrolls: Bool { get }
}
extension Scrolling {
    var standInScrolls: Bool { true }
}
extension ScrollView: Scrolling {}
extension Form: Scrolling {}
extension List: Scrolling {}
extension ViewThatFits: Scrolling {}
/// Not Apple's: the content of an alert, which the system lays out.
struct AlertContent: Leaf, Holder, Scrolling {
    nonisolated(unsafe) let held: [any View]
    nonisolated init(held: [any View]) { self.held = held }
}

// Page: spacer.
public struct Spacer: Sendable { nonisolated public init(minLength: CGFloat? = nil) {} }
extension Spacer: Leaf {}

// Page: axis, axis/set.
@frozen public enum Axis: Int8, CaseIterable, Sendable {
    case horizontal, vertical
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static var horizontal: Self { Self(rawValue: 1) }
        public static var vertical: Self { Self(rawValue: 2) }
    }
}

// Page: foreach.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content>: Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated init(held: [any View]) { self.held = held }
}
extension ForEach: View, Leaf where Content: View {}
extension ForEach where Content: View {
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) { self.init(held: data.map(content)) }
}
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(held: data.map(content))
    }
}

// Page: section.
public struct Section<Parent, Content, Footer>: Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated init(held: [any View]) { self.held = held }
}
extension Section: View, Leaf where Parent: View, Content: View, Footer: View {}
extension Section where Parent: View, Content: View, Footer: View {
    nonisolated public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) { self.init(held: [header(), content(), footer()]) }
}
extension Section where Parent == EmptyView, Content: View, Footer: View {
    nonisolated public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        self.init(held: [content(), footer()])
    }
}
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.init(held: [content()]) }
}

// Pages: toggle, picker, textfield, progressview.
public struct Toggle<Label: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) { held = [label()] }
}
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated init(held: any View) { self.held = [held] }
}
extension Picker {
    nonisolated public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) { self.init(held: label()) }
}
public struct TextField<Label: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated init(held: any View) { self.held = [held] }
}
extension TextField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { self.init(held: Text(titleKey)) }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
        self.init(held: Text(title))
    }
}
public struct SecureField<Label: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated init(held: any View) { self.held = [held] }
}
extension SecureField where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { self.init(held: Text(titleKey)) }
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
        self.init(held: Text(title))
    }
}
public struct ProgressView<Label: View, CurrentValueLabel: View>: Leaf { nonisolated init(standIn: Void) {} }
extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init() where Label == EmptyView { self.init(standIn: ()) }
}
// Page: label/init(_:systemimage:).
public struct Label<Title: View, Icon: View>: Leaf, Holder {
    nonisolated(unsafe) let held: [any View]
    nonisolated init(held: any View) { self.held = [held] }
}
extension Label where Title == Text, Icon == Image {
    @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init(held: Text(title))
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init(held: Text(titleKey))
    }
}
// Page: navigationlink/init(_:destination:).
extension NavigationLink where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) {
        self.init(destination: destination, label: { Text(titleKey) })
    }
}
