/// One of an app's windows, for the choice of the one that shows the lock screen.
package struct LockScene: Sendable, Hashable {
    /// The visibility of a window.
    package enum Presence: Int, Sendable {
        /// In front, and in use.
        case active
        /// In front, and not in use, for example below the system's own prompt.
        case inactive
        /// Not visible.
        case background
    }

    /// The system's name of the scene, the same in all windows.
    package let name: String
    /// Whether the window accepts input; not a display on a wall, for example.
    package let acceptsInput: Bool
    package let presence: Presence
    /// Whether it is the frontmost of the active windows.
    package let isFrontmost: Bool

    /// Whether the scene with this name shows the lock screen: the most visible one that accepts input. Exactly one
    /// does, and every scene computes the same result.
    package static func isElected(_ name: String, among scenes: some Sequence<LockScene>) -> Bool {
        scenes.filter(\.acceptsInput).min { $0.rank < $1.rank }?.name == name
    }

    private var rank: (Int, Int, String) { (presence.rawValue, isFrontmost ? 0 : 1, name) }
}
