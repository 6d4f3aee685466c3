/// One of an app's windows, as far as it matters who asks for the passcode.
package struct LockScene: Sendable, Hashable {
    /// The system's name for it, the same for all who ask.
    package let name: String
    /// What the system has it for: a screen in a car or on a wall shows no lock that could ask.
    package let role: String
    /// Whether it is in front and in use.
    package let isActive: Bool

    /// Whether the scene with that name asks for the passcode. Exactly one scene of each role does, and every scene
    /// comes to the same result.
    package static func isElected(_ name: String, among scenes: some Sequence<LockScene>) -> Bool {
        let role = scenes.first { $0.name == name }?.role
        let peers = scenes.filter { $0.role == role }
        let active = peers.filter(\.isActive)
        return (active.isEmpty ? peers : active).map(\.name).min() == name
    }
}
