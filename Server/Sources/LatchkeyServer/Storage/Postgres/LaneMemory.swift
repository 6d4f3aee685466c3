import Foundation
import LatchkeyPostgres
import Synchronization

/// A cache of the locks that writes take, found by sessions and accounts. Writes with the same lock then wait in this
/// process, and use one connection.
///
/// A write with an unknown lock gets its own key, and waits on its connection. The lock in the database ensures
/// correctness.
final class LaneMemory: Sendable {
    /// Half of the maximum size. An entry takes about 32 bytes.
    static let generation = 16_384

    private struct State {
        var recent: [Int: Int64] = [:]
        var older: [Int: Int64] = [:]
    }

    private let state = Mutex(State())

    /// Returns the keys of a write. Writes that share a key take one lock. Empty if the write does not wait, or for
    /// unknown locks.
    func lanes(of subject: Subject) -> Set<String> {
        switch subject {
        case .session, .refresh, .accounts, .attempt:
            guard let name = Self.name(of: subject) else { return [] }
            return [lock(of: name).map(Self.lane) ?? "name \(name)"]
        case .addresses(let addresses):
            // An import has many, which are rarely all free.
            return addresses.count == 1 ? Set(addresses.map(Self.lane(ofAddress:))) : []
        case .mailRequest(let address, let network):
            let lanes = [Self.lane(ofAddress: address), network.map { Self.lane(LockKey.ofNetwork($0)) }]
            return Set(lanes.compactMap(\.self))
        case .identity(let identity, let address, let sidDigest):
            let lanes = [
                Self.lane(LockKey.of(identity)), address.map(Self.lane(ofAddress:)),
                sidDigest.map { Self.lane(LockKey.ofProviderSession(issuer: identity.issuer, $0)) },
            ]
            return Set(lanes.compactMap(\.self))
        case .providerSession(let issuer, let digest):
            return [Self.lane(LockKey.ofProviderSession(issuer: issuer, digest))]
        case .mailed(let digests, _): return Set(digests.map { "email " + $0 })
        case .freeAddresses, .rows, .queue, .sweep, .all: return []
        }
    }

    /// Records the lock of a write with this scope.
    func note(_ lock: AccountLock, of subject: Subject) {
        let names = [Self.name(of: subject), Self.name("account", lock.accountID)].compactMap(\.self)
        state.withLock { state in
            for name in names where state.recent[name] == nil {
                if state.recent.count >= Self.generation {
                    state.older = state.recent
                    state.recent = [:]
                }
                state.recent[name] = lock.key
            }
        }
    }

    var count: Int { state.withLock { $0.recent.count + $0.older.count } }

    private func lock(of name: Int) -> Int64? {
        state.withLock { $0.recent[name] ?? $0.older[name] }
    }

    /// A hash known only to this process; a collision only costs a wait. Nil for several accounts.
    private static func name(of subject: Subject) -> Int? {
        switch subject {
        case .session(let digest), .refresh(let digest, nil): name("session", digest)
        // Its digest changes with each refresh.
        case .refresh(_, let family?): name("family", family)
        case .accounts(let ids): ids.count == 1 ? UUID(rowID: ids[0]).map { name("account", $0) } : nil
        case .attempt(let accountID, _): UUID(rowID: accountID).map { name("account", $0) }
        default: nil
        }
    }

    private static func name(_ kind: String, _ value: some Hashable) -> Int {
        var hasher = Hasher()
        hasher.combine(kind)
        hasher.combine(value)
        return hasher.finalize()
    }

    private static func lane(_ key: Int64) -> String { "lock \(key)" }
    private static func lane(ofAddress address: String) -> String { lane(LockKey.ofAddress(address)) }
}
