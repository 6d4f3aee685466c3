import Foundation
import LatchkeyAPI
import LatchkeyTestSupport

/// The devices whose vault requires the server.
extension FakeServer {
    func addUnlockKey(
        blinded: [UInt8], replacing replaced: String?, accessToken: String
    ) async throws(APIError) -> AddedUnlockKey {
        try await enter("add-key")
        _ = try unlockedAccount(try session(accessToken))
        return try await devices.addUnlockKey(blinded: blinded, replacing: replaced)
    }

    func confirmUnlockKey(id: String, tag: [UInt8], accessToken: String) async throws(APIError) {
        try await enter("confirm-key")
        _ = try unlockedAccount(try session(accessToken))
        try await devices.confirmUnlockKey(id: id, tag: tag)
    }

    func unlockKeys(accessToken: String) async throws(APIError) -> UnlockKeyList {
        try await enter("keys")
        _ = try unlockedAccount(try session(accessToken))
        return await devices.unlockKeys()
    }

    func shutDevice(id: String, currentPasscode: String?, accessToken: String) async throws(APIError) {
        try await enter("shut")
        let own = try session(accessToken)
        let (_, account) = try unlockedAccount(own)
        if account.passcode != nil { try demand(currentPasscode, own) }
        try await devices.shutDevice(id: id)
    }

    func removeUnlockKey(id: String, token: String, accessToken: String) async throws(APIError) {
        try await enter("remove-key")
        _ = try unlockedAccount(try session(accessToken))
        try await devices.removeUnlockKey(id: id, token: token)
    }

    func evaluateUnlock(attempt: UUID, blinded: [UInt8], token: String) async throws(APIError) -> EvaluatedUnlock {
        try await enter("evaluate")
        return try await devices.evaluateUnlock(attempt: attempt, blinded: blinded, token: token)
    }

    func finishUnlock(attempt: UUID, tag: [UInt8], token: String) async throws(APIError) {
        try await enter("finish")
        try await devices.finishUnlock(attempt: attempt, tag: tag, token: token)
    }
}
