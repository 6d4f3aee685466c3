/// One of an app's windows, as far as it matters which one asks for the passcode.
package struct LockScene: Sendable, Hashable {
    /// How near a window is to the user.
    package enum Presence: Int, Sendable {
        /// In front, and in use.
        case active
        /// In front, and not in use: below the system's own prompt, for example.
        case inactive
        /// Not visible.
        case background
    }

    /// The system's name for it, the same in all windows.
    package let name: String
    /// Whether anyone can type in it, which is not so on a display on a wall.
    package let takesInput: Bool
    package let presence: Presence
    /// Whether it is the one in front of those in use.
    package let isFrontmost: Bool

    /// Whether the scene with that name asks for the passcode: the nearest to the user of those that take input.
    /// Exactly one does, and every scene comes to the same result.
    package static func isElected(_ name: String, among scenes: some Sequence<LockScene>) -> Bool {
        scenes.filter(\.takesInput).min { $0.rank < $1.rank }?.name == name
    }

    private var rank: (Int, Int, String) { (presence.rawValue, isFrontmost ? 0 : 1, name) }
}
