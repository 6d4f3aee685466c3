import Foundation
import LatchkeyPostgres
import Synchronization

/// A cache of the locks that writes take, found by sessions and accounts. Writes with the same lock then wait in this
/// process, and use one connection.
///
/// A write with an unknown lock gets its own key, and waits on its connection. The lock in the database ensures
/// correctness.
final class SerializationKeyCache: Sendable {
    /// Half of the maximum number of entries. An entry takes about 32 bytes.
    static let generation = 16_384

    private struct State {
        var recent: [Int: Int64] = [:]
        var older: [Int: Int64] = [:]
    }

    private let state = Mutex(State())

    /// Returns the keys of a write. Writes that share a key take one lock. Empty if the write does not wait, or for
    /// unknown locks.
    func keys(of scope: WriteScope) -> Set<String> {
        switch scope {
        case .session, .refresh, .accounts, .attempt:
            guard let name = Self.name(of: scope) else { return [] }
            return [lock(of: name).map(Self.key) ?? "name \(name)"]
        case .addresses(let addresses):
            // An import has many, which are rarely all free.
            return addresses.count == 1 ? Set(addresses.map(Self.key(ofAddress:))) : []
        case .emailRequest(let address, let network):
            let keys = [Self.key(ofAddress: address), network.map { Self.key(LockKey.ofNetwork($0)) }]
            return Set(keys.compactMap(\.self))
        case .identity(let identity, let address, let sidDigest):
            let keys = [
                Self.key(LockKey.of(identity)), address.map(Self.key(ofAddress:)),
                sidDigest.map { Self.key(LockKey.ofProviderSession(issuer: identity.issuer, $0)) },
            ]
            return Set(keys.compactMap(\.self))
        case .providerSession(let issuer, let digest):
            return [Self.key(LockKey.ofProviderSession(issuer: issuer, digest))]
        case .emailed(let digests, _): return Set(digests.map { "email " + $0 })
        case .freeAddresses, .rows, .queue, .sweep, .all: return []
        }
    }

    /// Records the lock of a write with this scope.
    func note(_ lock: AccountLock, of scope: WriteScope) {
        let names = [Self.name(of: scope), Self.name("account", lock.accountID)].compactMap(\.self)
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

    /// Returns a hash of the scope, known only to this process; a collision only costs a wait. Nil for several
    /// accounts.
    private static func name(of scope: WriteScope) -> Int? {
        switch scope {
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

    private static func key(_ key: Int64) -> String { "lock \(key)" }
    private static func key(ofAddress address: String) -> String { key(LockKey.ofAddress(address)) }
}
