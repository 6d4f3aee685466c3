public import Foundation

/// The reason that a lock did not perform an operation. No case unlocks anything or counts as an attempt.
public enum LockError: Error, Sendable {
    /// The vault on this device failed.
    case vault(VaultError)
    /// The account's session failed, with LatchkeySession's `SessionError`.
    case session(any SessionFailure)
}

/// An error of a session, which supplies its own text.
public protocol SessionFailure: LocalizedError, Equatable {}

extension LockError: Equatable {
    public static func == (left: LockError, right: LockError) -> Bool {
        switch (left, right) {
        case (.vault(let left), .vault(let right)): left == right
        case (.session(let left), .session(let right)): left.isEqual(to: right)
        case (.vault, .session), (.session, .vault): false
        }
    }
}

extension SessionFailure {
    fileprivate func isEqual(to other: any SessionFailure) -> Bool { self == other as? Self }
}
