public import Foundation
public import LatchkeyAPI

/// The devices whose vault requires the server. Ten failed attempts in a row destroy a device's key.
extension MockSessionAPI {
    public func addUnlockKey(
        blinded: [UInt8], replacing replaced: String?, accessToken: String
    ) async throws(APIError) -> AddedUnlockKey {
        try enter(.addUnlockKey)
        let id = try readySession(accessToken)
        guard isPasscodeEnabled else { throw .passcodeNotSet }
        guard sessions[id]?.isPasscodeFresh == true else { throw .passcodeTooOld(maxAge: nil) }
        return try await devices.addUnlockKey(blinded: blinded, replacing: replaced)
    }

    public func confirmUnlockKey(id: String, tag: [UInt8], accessToken: String) async throws(APIError) {
        try enter(.confirmUnlockKey)
        _ = try readySession(accessToken)
        try await devices.confirmUnlockKey(id: id, tag: tag)
    }

    public func unlockKeys(accessToken: String) async throws(APIError) -> UnlockKeyList {
        try enter(.unlockKeys)
        _ = try readySession(accessToken)
        return await devices.unlockKeys()
    }

    public func shutDevice(id: String, currentPasscode: String?, accessToken: String) async throws(APIError) {
        try enter(.shutDevice)
        let session = try readySession(accessToken)
        if account.passcode != nil { try demand(currentPasscode, session) }
        try await devices.shutDevice(id: id)
    }

    public func removeUnlockKey(id: String, token: String, accessToken: String) async throws(APIError) {
        try enter(.removeUnlockKey)
        _ = try readySession(accessToken)
        try await devices.removeUnlockKey(id: id, token: token)
    }

    public func evaluateUnlock(
        attempt: UUID, blinded: [UInt8], token: String
    ) async throws(APIError) -> EvaluatedUnlock {
        try enter(.evaluateUnlock)
        return try await devices.evaluateUnlock(attempt: attempt, blinded: blinded, token: token)
    }

    public func finishUnlock(attempt: UUID, tag: [UInt8], token: String) async throws(APIError) {
        try enter(.finishUnlock)
        try await devices.finishUnlock(attempt: attempt, tag: tag, token: token)
    }
}
