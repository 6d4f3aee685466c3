/// One of an app's windows, as far as it matters who asks for the passcode.
package struct LockScene: Sendable, Hashable {
    /// The system's name for it, the same for all who ask.
    package let name: String
    /// Whether it is in front and in use.
    package let isActive: Bool

    package init(name: String, isActive: Bool) { (self.name, self.isActive) = (name, isActive) }

    /// Whether the scene of that name asks for the passcode: one does, and only one, whoever works it out.
    package static func isElected(_ name: String, among scenes: some Sequence<LockScene>) -> Bool {
        let active = scenes.filter(\.isActive)
        return (active.isEmpty ? Array(scenes) : active).map(\.name).min() == name
    }
}
