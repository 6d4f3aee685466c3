#if os(macOS)
/// When the content of an unlocked app is covered on a Mac, where its windows stay visible behind those of another app.
public enum LockCoverPolicy: Sendable, Hashable {
    /// As soon as another app is in front.
    case whenInactive
    /// When the app is hidden, and in no other case before it locks.
    case whenHiddenOrLocked
}

extension LockOptions {
    /// What an app chooses on a Mac.
    init(_ cover: LockCoverPolicy) { self.init(coversInactive: cover == .whenInactive) }
}
#endif
