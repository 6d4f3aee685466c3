internal import TerminalKit

/// One screen of the app: what it shows, and what keys do there.
@MainActor
protocol AppScreen: AnyObject {
    /// What stands between the bar at the top and the keys at the bottom. Read again whenever something in it changes.
    func content(_ size: TerminalSize) -> ScreenContent
    /// Takes a key, and returns what the app has to do about it.
    func press(_ key: Key) -> AppAction?
}

/// What a screen shows.
struct ScreenContent {
    /// What stands at the right of the bar.
    var title = ""
    var lines: [Line]
    /// In `lines`.
    var cursor: Frame.Position?
    /// The line that must be seen, in `lines`: where the window is too small for all, it shows those around it.
    var focus: Int?
    /// Whether it stands in the middle of the window.
    var isCentred = false
    /// The keys and what they do, the most important first.
    var keys: [KeyHint]
}

/// A key, and what it does.
struct KeyHint {
    let key: String
    let does: String

    /// What it does is no sentence here, even where the words begin one elsewhere.
    init(_ key: String, _ does: String) {
        (self.key, self.does) = (key, does.prefix(1).lowercased() + does.dropFirst())
    }
}

/// What a screen wants of the app.
enum AppAction {
    /// Ends the app.
    case quit
    /// Shows another screen above this one.
    case push(any AppScreen)
    /// Shows the screen below this one.
    case pop
    /// Lets the person write: a new note, or this one.
    case edit(Note?)
    /// Shows the screen below this one, and does what was confirmed.
    case confirm(@MainActor () async -> Void)
    /// Does what takes a while.
    case run(@MainActor () async -> Void)
}
