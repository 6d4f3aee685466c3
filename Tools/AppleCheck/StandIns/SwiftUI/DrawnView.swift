/// Not Apple's: what a view shows, in the order from the back to the front and from the top to the bottom. Where it is
/// on the screen is not modelled.
///
/// A body is read twice: what it does when it appears may change its state. Tasks are left to the test.
@MainActor
public struct DrawnView {
    /// Something that is shown.
    public enum Part: Equatable {
        case text(String)
        case color(isOpaque: Bool)
    }

    public private(set) var parts: [Part] = []
    /// What its views begin when they appear.
    public private(set) var tasks: [@Sendable () async -> Void] = []
    /// What no body of SwiftUI's draws: views of another framework.
    private(set) var leaves: [any View] = []
    /// What a screen reader is taken to.
    public private(set) var textsReadFirst: [String] = []
    private var buttons: [(title: String, action: @MainActor () -> Void)] = []
    /// What the modifiers whose bodies are being drawn modify, the outermost first.
    private var insides: [any View] = []
    private var keys: [(KeyPress) -> KeyPress.Result] = []

    public init(_ view: some View) { draw(view) }

    /// The texts, buttons' and fields' too.
    public var texts: [String] { texts(from: 0) }

    private func texts(from index: Int) -> [String] {
        parts[index...].compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    /// Presses the button of that title. Returns whether there is one.
    public func press(_ title: String) -> Bool {
        guard let button = buttons.first(where: { $0.title == title }) else { return false }
        button.action()
        return true
    }

    /// Presses a key of the keyboard. Returns whether a view has taken it.
    public func press(_ key: KeyEquivalent, modifiers: EventModifiers = []) -> Bool {
        keys.contains { $0(KeyPress(standIn: key, modifiers: modifiers)) == .handled }
    }

    private mutating func draw(_ view: any View) {
        switch view {
        case let text as Text: parts.append(.text(text.text))
        case let color as Color: parts.append(.color(isOpaque: color.standInIsOpaque))
        case let hooked as any HookedView:
            if case .environment(let change) = hooked.hook {
                return EnvironmentValues.standInWith(change) { draw(hooked.viewInside) }
            }
            if case .shown(false) = hooked.hook {
                // Not seen, and there all the same: a shortcut still presses its buttons.
                let before = parts.count
                draw(hooked.viewInside)
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
                for each in content() { draw(each) }
            }
        case let modified as any ModifiedView:
            guard let body = modified.modifierBody else { return draw(modified.viewInside) }
            insides.append(modified.viewInside)
            drawBody(body) { modified.modifierBody ?? body }
            insides.removeLast()
        case is any ModifierContent:
            // The view that is modified, where the modifier's body has it.
            guard let inside = insides.popLast() else { return }
            draw(inside)
            insides.append(inside)
        case let holder as any Holder:
            let before = parts.count
            for each in holder.held { draw(each) }
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

    /// Whether there is a view that could appear: a group without members is not one.
    private func isThere(_ view: any View) -> Bool {
        switch view {
        case is EmptyView: false
        case let members as any Members: members.held.contains { isThere($0) }
        case let hooked as any HookedView: isThere(hooked.viewInside)
        default: true
        }
    }

    /// Runs what the body itself does when it appears, and not what the views in it do.
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
