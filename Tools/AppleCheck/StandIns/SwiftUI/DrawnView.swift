/// Not Apple's: the content of a view, from back to front and from top to bottom. Positions on the screen are not
/// modelled.
///
/// A body is read twice, because `onAppear` may change its state. The test runs the tasks.
@MainActor
public struct DrawnView {
    /// An element that is shown.
    public enum Part: Equatable {
        case text(String, LayoutDirection)
        case shape(LayoutDirection)
        case color(isOpaque: Bool)
    }

    public private(set) var parts: [Part] = []
    /// The tasks that its views start when they appear.
    public private(set) var tasks: [@Sendable () async -> Void] = []
    /// Views of another framework, which no SwiftUI body draws.
    private(set) var leaves: [any View] = []
    /// The texts outside of all containers that scroll: large letters may have too little room.
    public private(set) var textsThatCannotScroll: [String] = []
    /// Whether the views that are being drawn are in a container that scrolls.
    private var scrolls = false
    /// The element that a screen reader moves to.
    public private(set) var textsReadFirst: [String] = []
    private var buttons: [(title: String, action: @MainActor () -> Void)] = []
    /// The contents of the modifiers whose bodies are being drawn, the outermost first.
    private var insides: [any View] = []
    private var keys: [(KeyPress) -> KeyPress.Result] = []

    public init(_ view: some View) { draw(view) }

    /// All texts, including those of buttons and fields.
    public var texts: [String] { texts(from: 0) }

    private func texts(from index: Int) -> [String] {
        parts[index...].compactMap { if case .text(let text, _) = $0 { text } else { nil } }
    }

    /// The texts in containers of a direction.
    public func texts(arranged direction: LayoutDirection) -> [String] {
        parts.compactMap { if case .text(let text, direction) = $0 { text } else { nil } }
    }

    /// Presses the button with the title. Returns whether it exists.
    public func press(_ title: String) -> Bool {
        guard let button = buttons.first(where: { $0.title == title }) else { return false }
        button.action()
        return true
    }

    /// Presses a key of the keyboard. Returns whether a view handled it.
    public func press(_ key: KeyEquivalent, modifiers: EventModifiers = []) -> Bool {
        keys.contains { $0(KeyPress(standIn: key, modifiers: modifiers)) == .handled }
    }

    private mutating func draw(_ view: any View) {
        switch view {
        case let text as Text:
            parts.append(.text(text.text, EnvironmentValues.standInCurrent.layoutDirection))
            if !scrolls { textsThatCannotScroll.append(text.text) }
        case is DrawnShape: parts.append(.shape(EnvironmentValues.standInCurrent.layoutDirection))
        case let color as Color: parts.append(.color(isOpaque: color.standInIsOpaque))
        case let hooked as any HookedView:
            if case .environment(let change) = hooked.hook {
                return EnvironmentValues.standInWith(change) { draw(hooked.viewInside) }
            }
            if case .shown(false) = hooked.hook {
                // Invisible, but a shortcut still presses its buttons.
                let (before, textsBefore) = (parts.count, textsThatCannotScroll.count)
                draw(hooked.viewInside)
                textsThatCannotScroll.removeSubrange(textsBefore...)
                return parts.removeSubrange(before...)
            }
            if case .background(let background) = hooked.hook { draw(background) }
            let before = parts.count
            draw(hooked.viewInside)
            if case .accessibilityFocused(let isFocused) = hooked.hook, isFocused.wrappedValue {
                textsReadFirst += texts(from: before)
            }
            if case .keyPress(let action) = hooked.hook { keys.append(action) }
            if case .task(let task) = hooked.hook, isThere(hooked.viewInside) { tasks.append(task) }
            if case .presented(let isPresented, let content) = hooked.hook, isPresented.wrappedValue {
                let outside = scrolls
                scrolls = false
                for each in content() { draw(each) }
                scrolls = outside
            }
        case let modified as any ModifiedView:
            guard let body = modified.modifierBody else { return draw(modified.viewInside) }
            insides.append(modified.viewInside)
            drawBody(body) { modified.modifierBody ?? body }
            insides.removeLast()
        case is any ModifierContent:
            // The modified view, at its place in the modifier's body.
            guard let inside = insides.popLast() else { return }
            draw(inside)
            insides.append(inside)
        case let holder as any Holder:
            let (before, outside) = (parts.count, scrolls)
            scrolls = outside || (view as? any Scrolling)?.standInScrolls == true
            for each in holder.held { draw(each) }
            scrolls = outside
            if let button = view as? any Pressed, EnvironmentValues.standInCurrent.standInIsEnabled {
                buttons.append((texts(from: before).joined(separator: " "), button.action))
            }
        default: drawComposite(view)
        }
    }

    private mutating func drawComposite<Drawn: View>(_ view: Drawn) {
        guard Drawn.Body.self != Never.self else { return leaves.append(view) }
        drawBody(view.body) { view.body }
    }

    private mutating func drawBody(_ first: any View, again: () -> any View) {
        appear(first)
        draw(again())
    }

    /// Whether there is a view that can appear. A group without members cannot.
    private func isThere(_ view: any View) -> Bool {
        switch view {
        case is EmptyView: false
        case let members as any Members: members.held.contains { isThere($0) }
        case let hooked as any HookedView: isThere(hooked.viewInside)
        default: true
        }
    }

    /// Runs the body's own `onAppear`, and not that of the views in it.
    private func appear(_ view: any View) {
        switch view {
        case let hooked as any HookedView:
            if case .environment(let change) = hooked.hook {
                return EnvironmentValues.standInWith(change) { appear(hooked.viewInside) }
            }
            appear(hooked.viewInside)
            if case .appear(let action) = hooked.hook, isThere(hooked.viewInside) { action() }
        case let modified as any ModifiedView: appear(modified.viewInside)
        case let holder as any Holder: for each in holder.held { appear(each) }
        default: break
        }
    }
}

/// Not Apple's: a button.
@MainActor protocol Pressed {
    var action: @MainActor () -> Void { get }
}
extension Button: Pressed {}
