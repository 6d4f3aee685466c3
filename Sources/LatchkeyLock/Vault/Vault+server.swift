internal import Crypto
internal import Foundation
package import LatchkeyPasscode

/// Passcode slots that require the server.
extension Vault {
    /// The age at which the server's key for this device is replaced.
    static let shareLifetime = Duration.seconds(90 * 86_400)

    /// Sets the kind of new passcode slots.
    package func setUnlockPolicy(_ policy: UnlockPolicy) { unlockPolicy = policy }

    /// Whether the stored passcode slot requires the server. False without one.
    package func requiresServer() async throws(VaultError) -> Bool { try await readHeader()?.passcode?.share != nil }

    /// The server's key for the stored passcode slot, or for a replaced one, if it is not deleted yet; nil if there is
    /// none, or on an error.
    package func unlockKey() async -> (id: [UInt8], token: String)? {
        guard let header = try? await readHeader(), let share = header.passcode?.share ?? header.retired else {
            return nil
        }
        return (share.id, share.token)
    }

    /// Begins to delete the server's key of a replaced slot, if there is one. No operation waits for the server. A
    /// later call retries failures.
    package func removeRetiredKey() async {
        guard let retired = try? await readHeader()?.retired, let server = parts.unlockServer, keyRemoval == nil else {
            return
        }
        keyRemoval = Task {
            defer { keyRemoval = nil }
            var next: ServerShare? = retired
            while let retired = next {
                do { try await server.remove(retired.id, token: retired.token) } catch { return }
                // If this cannot be written, the deletion is repeated, which has no effect.
                next = try? await exclusively { () async throws(VaultError) -> ServerShare? in
                    var header = try await requireHeader()
                    let old = header.bytes
                    // Another slot may have been replaced meanwhile.
                    guard header.retired == retired else { return header.retired }
                    header.retired = nil
                    try await commit(header, replacing: old)
                    return nil
                }
            }
        }
    }

    /// Replaces the passcode slot of an unlocked vault if the policy requires another kind, or if the slot is outdated.
    /// Does nothing without a passcode.
    ///
    /// - Parameter passcode: The current passcode, which the server has verified within the last minute.
    package func renewPasscodeSlot(_ passcode: Passcode) async throws(VaultError) {
        try await exclusively { () async throws(VaultError) in
            let header = try await requireHeader()
            let (key, record) = try unlockedRecord(of: header)
            guard let slot = header.passcode, isDue(slot) else { return }
            var changed = header
            changed.passcode = try await makePasscodeSlot(passcode, for: header, key: key)
            try await adopt(changed, replacing: header, key: key, record: record)
        }
    }

    private func isDue(_ slot: Slot) -> Bool {
        guard let share = slot.share else { return unlockPolicy == .serverRequired }
        guard unlockPolicy == .serverRequired, !slot.isOutdated(comparedTo: parameters) else { return true }
        let age = now.timeIntervalSince(share.created)
        return !(age >= -LockTimeout.tolerance && age < Self.shareLifetime.timeInterval)
    }

    /// Creates a passcode slot for which the server has a new key. The previous slot can be used until the new one is
    /// stored.
    func makeServerSlot(
        _ passcode: Passcode, for header: VaultHeader, key: SymmetricKey
    ) async throws(VaultError) -> Slot {
        guard let server = parts.unlockServer else { throw .unlockServer(.unreachable) }
        let stretching = newStretching()
        let bound = try await bindForServer(passcode, stretching, vaultID: header.vaultID)
        let blinded = try BlindedSecret(bound)
        let share: ServerShare
        let evaluated: SymmetricKey
        do throws(UnlockServerError) {
            // First, because a deletion that arrives later would also delete the new key.
            if let retired = header.retired { try await server.remove(retired.id, token: retired.token) }
            let registration = try await server.register(blinded.bytes, replacing: header.passcode?.share?.token)
            share = try ServerShare(registration, created: parts.clock.reading().secondOfDay)
            evaluated = try blinded.finalize(registration.evaluation, publicKey: share.publicKey)
            try await server.confirm(share.id, tag: share.tag(evaluated))
        } catch {
            throw .unlockServer(error)
        }
        let wrapping = ServerShare.wrappingKey(bound, evaluated, head: Slot.head(.passcode, stretching, share))
        return try Slot(
            .passcode, stretching: stretching, share: share, wrapping: key, under: wrapping,
            vaultID: header.vaultID, random: random)
    }

    /// Verifies a passcode with the server, which counts the attempt; nothing is counted on this device. Call it only
    /// within `exclusively`.
    func checkOnline(
        _ passcode: Passcode, _ slot: Slot, _ stretching: Slot.Stretching, _ share: ServerShare,
        _ header: VaultHeader, _ proceed: (Opened) async throws(VaultError) -> UnlockOutcome
    ) async throws(VaultError) -> UnlockOutcome {
        guard let server = parts.unlockServer else { throw .unlockServer(.unreachable) }
        let bound = try await bindForServer(passcode, stretching, vaultID: header.vaultID)
        let blinded = try BlindedSecret(bound)
        let attempt = UUID(random)
        let response: UnlockEvaluation
        let evaluated: SymmetricKey
        do throws(UnlockServerError) {
            response = try await server.evaluate(blinded.bytes, attempt: attempt, token: share.token)
            evaluated = try blinded.finalize(response.evaluation, publicKey: share.publicKey)
        } catch {
            return try await settle(error, header)
        }
        let wrapping = ServerShare.wrappingKey(bound, evaluated, head: slot.head)
        guard let key = slot.open(with: wrapping, vaultID: header.vaultID) else {
            guard response.remaining > 0 else {
                try await destroySlots(of: header)
                return .exhausted
            }
            serverWait = response.delay > .zero ? now.addingTimeInterval(response.delay.timeInterval) : nil
            return .wrong(remaining: response.remaining)
        }
        let record = try VaultRecord(in: header, key: key)
        serverWait = nil
        // Before the app opens, so that a process that ends soon does not leave the attempt as a failure. If the server
        // is not reached, the attempt stays a failure until the next success.
        do throws(UnlockServerError) {
            try await server.finish(attempt, tag: share.tag(evaluated), token: share.token)
        } catch {
            // The device was shut during the attempt.
            if error == .shut { return try await settle(error, header) }
        }
        return try await proceed((key, header, record))
    }

    private func settle(_ error: UnlockServerError, _ header: VaultHeader) async throws(VaultError) -> UnlockOutcome {
        switch error {
        case .shut:
            // Without the server's key, the slot opens nothing.
            try await destroySlots(of: header, isShut: true)
            return .shut
        case .wait(let delay):
            serverWait = now.addingTimeInterval(delay.timeInterval)
            return .wait(until: now.addingTimeInterval(delay.timeInterval))
        case .unreachable, .unknownDevice, .passcodeChanged, .passcodeNeeded, .locked, .cancelled, .tooManyDevices,
            .broken:
            throw .unlockServer(error)
        }
    }

    private func bindForServer(
        _ passcode: Passcode, _ stretching: Slot.Stretching, vaultID: [UInt8]
    ) async throws(VaultError) -> SymmetricKey {
        try await bind(try await stretch(passcode, stretching), label: Array(Slot.serverLabel.utf8) + vaultID)
    }
}

extension UUID {
    /// A random identifier.
    fileprivate init(_ random: RandomBytes) {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: random(16)) }
        self.init(uuid: bytes)
    }
}
