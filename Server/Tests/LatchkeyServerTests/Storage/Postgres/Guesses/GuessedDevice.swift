import Foundation
import LatchkeyAPI

@testable import LatchkeyServer

/// A device whose unlock key allows one more attempt before a delay of 16 minutes.
struct GuessedDevice: Sendable {
    /// The failures before the attempt.
    static let failures = 8

    let id: String
    let accountID: String
    let tokenDigest: String
    private let input: BlindedInput

    static func records() throws -> UnlockKeyRecords {
        UnlockKeyRecords(sealer: try GuessedAccount.records().sealer)
    }

    /// Stores devices, each of its own account.
    static func make(_ count: Int, in store: any Store) async throws -> [GuessedDevice] {
        let (random, records, now) = (SystemRandomSource(), try records(), Timestamp(Date()))
        let share = EvaluationKey.make()
        // Any point.
        guard let input = BlindedInput(share.publicKey) else { return [] }
        let devices = (0..<count).map { _ in
            GuessedDevice(
                id: random.makeID(), accountID: random.makeID(),
                tokenDigest: SessionTokenDigest.of(OpaqueToken.make(from: random).text), input: input)
        }
        let keys = try devices.map { device in
            UnlockKey(
                id: device.id, accountID: device.accountID, sessionID: random.makeID(), replaces: nil,
                deviceName: nil, tokenDigest: device.tokenDigest, tagDigest: device.tokenDigest,
                publicKey: Data(share.publicKey),
                privateKey: try records.seal(share, id: device.id, accountID: device.accountID), passcodeVersion: 0,
                createdAt: now, failures: failures, attemptedAt: now - .hours(1), attemptID: device.id,
                inputDigest: device.tokenDigest)
        }
        try await store.write(on: .all, as: .settlement) { transaction in
            for key in keys {
                try transaction.accounts.insert(
                    Account(id: key.accountID, email: "\(key.accountID)@example.com", createdAt: now))
                try transaction.unlockKeys.insert(key)
            }
        }
        return devices
    }

    /// Sends an attempt of its own. Returns whether it was evaluated.
    func guess(at unlock: DeviceUnlock) async throws -> Bool {
        let attempt = DeviceUnlock.Attempt(tokenDigest: tokenDigest, id: SystemRandomSource().makeID())
        do {
            _ = try await unlock.evaluate(input, in: attempt, client: ClientInfo(ip: nil))
            return true
        } catch is Problem {
            return false
        }
    }

    /// Destroys the server's share, as shutting the device does.
    func shut(in store: any Store) async throws {
        try await store.write(on: .account(accountID)) { try $0.unlockKeys.destroy(id: id) }
    }
}
