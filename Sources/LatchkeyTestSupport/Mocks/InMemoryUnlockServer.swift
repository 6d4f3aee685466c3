internal import Crypto
internal import CryptoExtras
package import Foundation
package import LatchkeyLock

/// The server's part in unlocking, in memory: it counts evaluations as a real server does, without its delays.
///
/// The tenth attempt in a row can still be repeated and finished. The next one destroys the key.
package actor InMemoryUnlockServer: UnlockServer {
    /// A call of `UnlockServer`.
    package enum Call: Hashable, Sendable {
        case register, confirm, evaluate, finish, remove
    }

    private struct Key {
        let id: [UInt8]
        let token: String
        let privateKey: Data
        let replaced: [UInt8]?
        /// The version of the account's passcode at the registration.
        let version: Int
        var tag: [UInt8]?
        var failures = 0
        var attempt: (id: UUID, blinded: [UInt8])?
        var isShut = false
    }

    /// All calls so far, including failed ones.
    package private(set) var calls: [Call] = []
    /// The number of blinded passcodes that were evaluated, without repetitions of an attempt.
    package private(set) var evaluations = 0
    private var keys: [Key] = []
    private var failures = MockFailures<Call, UnlockServerError>()
    private var lostResponses: Set<Call> = []
    private var shutting: Set<Call> = []
    private var isOffline = false
    private var version = 0
    private var count: UInt8 = 0
    private let fixedKey: Data?

    /// Creates a server without keys.
    ///
    /// - Parameter privateKey: The private key of every registration, for test vectors; nil for random ones.
    package init(privateKey: Data? = nil) { fixedKey = privateKey }

    /// Makes the next call of this name throw without any effect.
    package func failNext(with error: UnlockServerError, on call: Call? = nil) { failures.order(error, on: call) }

    /// Makes the next call of this name throw `unreachable` after its effect.
    package func loseNextResponse(to call: Call) { lostResponses.insert(call) }

    /// Makes every call throw `unreachable`; with false, calls succeed again.
    package func setOffline(_ isOffline: Bool) { self.isOffline = isOffline }

    /// Destroys all keys, as shutting the devices does.
    package func shutAll() {
        for index in keys.indices { keys[index].isShut = true }
    }

    /// Destroys all keys after the next call of this name.
    package func shutAll(afterNext call: Call) { shutting.insert(call) }

    /// Destroys one key. Returns false if there is none.
    package func shut(_ id: [UInt8]) -> Bool {
        guard let index = keys.firstIndex(where: { $0.id == id && !$0.isShut }) else { return false }
        keys[index].isShut = true
        return true
    }

    /// Deletes one key with its slot token. Returns false if there is none.
    package func delete(_ id: [UInt8], token: String) throws(UnlockServerError) -> Bool {
        try enter(.remove)
        guard let index = keys.firstIndex(where: { $0.id == id && $0.token == token && !$0.isShut }) else {
            return false
        }
        keys.remove(at: index)
        try leave(.remove)
        return true
    }

    /// Records that the passcode was changed on another device.
    package func changePasscode() { version += 1 }

    /// Replaces all private keys, as a damaged database can.
    package func damageKeys() {
        keys = keys.map { key in
            Key(
                id: key.id, token: key.token, privateKey: Self.privateKey(), replaced: key.replaced,
                version: key.version, tag: key.tag)
        }
    }

    /// The identifiers of the active keys, oldest first.
    package var activeKeys: [[UInt8]] { keys.filter { $0.tag != nil && !$0.isShut }.map(\.id) }

    /// Returns the number of failures of the newest active key.
    package var failedAttempts: Int { keys.last { $0.tag != nil }?.failures ?? 0 }

    package func register(
        _ blinded: [UInt8], replacing token: String?
    ) async throws(UnlockServerError) -> UnlockRegistration {
        try enter(.register)
        let replaced = keys.first { $0.token == token }?.id
        count += 1
        // Another process may be storing the slot of a confirmed one.
        keys.removeAll { $0.replaced == replaced && $0.tag == nil && replaced != nil }
        let key = Key(
            id: [UInt8](repeating: count, count: 16), token: "slot-\(count)", privateKey: fixedKey ?? Self.privateKey(),
            replaced: replaced, version: version)
        let (evaluation, publicKey) = try Self.evaluate(blinded, with: key.privateKey)
        keys.append(key)
        try leave(.register)
        return UnlockRegistration(id: key.id, token: key.token, publicKey: publicKey, evaluation: evaluation)
    }

    package func confirm(_ id: [UInt8], tag: [UInt8]) async throws(UnlockServerError) {
        try enter(.confirm)
        guard let index = keys.firstIndex(where: { $0.id == id }) else { throw .unknownDevice }
        keys[index].tag = tag
        try leave(.confirm)
    }

    package func evaluate(
        _ blinded: [UInt8], attempt: UUID, token: String
    ) async throws(UnlockServerError) -> UnlockEvaluation {
        try enter(.evaluate)
        let index = try activeKey(token)
        if let latest = keys[index].attempt, latest.id == attempt {
            guard latest.blinded == blinded else { throw .broken }
        } else {
            guard keys[index].failures < 10 else {
                keys[index].isShut = true
                throw .shut
            }
            keys[index].attempt = (attempt, blinded)
            keys[index].failures += 1
            evaluations += 1
        }
        let (evaluation, _) = try Self.evaluate(blinded, with: keys[index].privateKey)
        try leave(.evaluate)
        return UnlockEvaluation(evaluation: evaluation, remaining: 10 - keys[index].failures, delay: .zero)
    }

    package func finish(_ attempt: UUID, tag: [UInt8], token: String) async throws(UnlockServerError) {
        try enter(.finish)
        let index = try activeKey(token)
        guard keys[index].attempt?.id == attempt, keys[index].tag == tag else { throw .broken }
        keys[index].failures = 0
        if let replaced = keys[index].replaced {
            keys.removeAll { $0.id == replaced || $0.replaced == replaced && $0.token != token }
        }
        try leave(.finish)
    }

    package func remove(_ id: [UInt8], token: String) async throws(UnlockServerError) {
        _ = try delete(id, token: token)
    }

    private func activeKey(_ token: String) throws(UnlockServerError) -> Int {
        guard let index = keys.firstIndex(where: { $0.token == token && $0.tag != nil }) else { throw .unknownDevice }
        if keys[index].isShut { throw .shut }
        guard keys[index].version == version else { throw .passcodeChanged }
        return index
    }

    private func enter(_ call: Call) throws(UnlockServerError) {
        calls.append(call)
        if isOffline { throw .unreachable }
        if let error = failures.take(for: call) { throw error }
    }

    private func leave(_ call: Call) throws(UnlockServerError) {
        if shutting.remove(call) != nil { shutAll() }
        if lostResponses.remove(call) != nil { throw .unreachable }
    }

    private static func privateKey() -> Data {
        guard #available(visionOS 2.0, *) else { return Data() }
        return P384._VOPRF.PrivateKey(compactRepresentable: false).rawRepresentation
    }

    private static func evaluate(
        _ blinded: [UInt8], with privateKey: Data
    ) throws(UnlockServerError) -> (evaluation: [UInt8], publicKey: [UInt8]) {
        guard #available(visionOS 2.0, *), blinded.count == 49,
            let key = try? P384._VOPRF.PrivateKey(rawRepresentation: privateKey),
            let element = try? P384._VOPRF.BlindedElement(oprfRepresentation: blinded),
            let evaluation = try? key.evaluate(element)
        else { throw .broken }
        return (Array(evaluation.rawRepresentation), Array(key.publicKey.compressedRepresentation))
    }
}
