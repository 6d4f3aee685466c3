internal import TerminalKit

/// A screen of the app: its content, and the effect of keys.
@MainActor
protocol AppScreen: AnyObject {
    /// Returns the content between the bar at the top and the keys at the bottom. Called again whenever a value that it
    /// has read changes.
    func content(_ size: TerminalSize) -> ScreenContent
    /// Handles a key. Returns an action for the app, or nil.
    func press(_ key: Key) -> AppAction?
}

/// The content of a screen.
struct ScreenContent {
    /// The title at the right of the bar.
    var title = ""
    var lines: [Line]
    /// The cursor's position in `lines`.
    var cursor: Frame.Position?
    /// The index of the line that must be visible. A window that is too small shows the lines around it.
    var focus: Int?
    /// Whether the lines are centered in the window.
    var isCentred = false
    /// The keys and their effects, the most important first.
    var keys: [KeyHint]
}

/// A key and its effect.
struct KeyHint {
    let key: String
    let effect: String

    init(_ key: String, _ effect: String) { (self.key, self.effect) = (key, effect) }
}

/// An action that a screen requests of the app.
enum AppAction {
    /// Ends the app.
    case quit
    /// Shows another screen above this one.
    case push(any AppScreen)
    /// Shows the screen below this one.
    case pop
    /// Opens the editor: on this note, or on a new one.
    case edit(Note?)
    /// Shows the screen below this one, and performs the confirmed work.
    case confirm(@MainActor () async -> Void)
    /// Performs work that may take a while.
    case run(@MainActor () async -> Void)
}
