#if os(macOS)
/// A policy for covering an unlocked app's content on a Mac, where windows stay visible behind those of another app.
public enum LockCoverPolicy: Sendable, Hashable {
    /// As soon as another app is in front.
    case whenInactive
    /// When the app is hidden, and otherwise only when it locks.
    case whenHiddenOrLocked
}

extension LockOptions {
    /// The options for a policy on a Mac.
    init(_ cover: LockCoverPolicy) { self.init(coversInactive: cover == .whenInactive) }
}
#endif
