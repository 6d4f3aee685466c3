public import Foundation

extension LatchkeyClient {
    /// Registers a key of the server for this device, and evaluates the blinded passcode with it. The key expires
    /// after ten minutes unless it is confirmed.
    ///
    /// Throws `passcodeTooOld` unless the passcode was verified within the last minute.
    ///
    /// - Parameters:
    ///   - blinded: A point of P-384 in 49 bytes.
    ///   - replaced: The slot token of the key that this one replaces; nil for the device's first key.
    ///   - accessToken: The token of a session that is not locked.
    public func addUnlockKey(
        blinded: [UInt8], replacing replaced: String?, accessToken: String
    ) async throws(APIError) -> AddedUnlockKey {
        let body = AddUnlockKeyRequest(blinded: Base64URL(blinded), replaces: replaced)
        // A repeated registration replaces the lost one.
        return try await value(
            of: APICall(.post, "/api/auth/unlock-keys", accessToken: accessToken, body: body, .always), status: 201)
    }

    /// Activates a registered key. Throws `notFound` if it has expired.
    public func confirmUnlockKey(id: String, tag: [UInt8], accessToken: String) async throws(APIError) {
        try await perform(
            APICall(
                .put, try Self.path(ofUnlockKey: id), accessToken: accessToken,
                body: ConfirmUnlockKeyRequest(tag: Base64URL(tag)), .always))
    }

    /// Returns the account's devices whose vault requires the server.
    public func unlockKeys(accessToken: String) async throws(APIError) -> UnlockKeyList {
        try await value(of: APICall(.get, "/api/auth/unlock-keys", accessToken: accessToken, .always))
    }

    /// Destroys the server's key of a device, for a lost one: no passcode opens its vault any more. Throws `notFound`
    /// if the account has no such device.
    ///
    /// - Parameters:
    ///   - id: The identifier of the device's key.
    ///   - currentPasscode: The current passcode, which the server requires. A wrong one counts as a failure.
    ///   - accessToken: The token of a session that is not locked.
    public func shutDevice(id: String, currentPasscode: String?, accessToken: String) async throws(APIError) {
        try await perform(
            APICall(
                .delete, try Self.path(ofUnlockKey: id), accessToken: accessToken,
                body: ShutDeviceRequest(currentPasscode: currentPasscode),
                currentPasscode == nil ? .unlessReceived : .never))
    }

    /// Deletes this device's own key, which its vault no longer requires. Throws `notFound` for the slot token of
    /// another key.
    ///
    /// - Parameters:
    ///   - id: The identifier of the key.
    ///   - token: The key's slot token.
    ///   - accessToken: The token of a session that is not locked.
    public func removeUnlockKey(id: String, token: String, accessToken: String) async throws(APIError) {
        try await perform(
            APICall(
                .delete, try Self.path(ofUnlockKey: id), accessToken: accessToken,
                body: ShutDeviceRequest(token: token), .unlessReceived))
    }

    /// Evaluates a blinded passcode with the key of the slot token, which counts as a failed attempt until
    /// ``finishUnlock(attempt:tag:token:)``.
    ///
    /// Throws `unauthenticated` for an unknown token, `passcodeChanged` if the passcode was changed since the
    /// registration, and `deviceShut` if the key was destroyed.
    public func evaluateUnlock(
        attempt: UUID, blinded: [UInt8], token: String
    ) async throws(APIError) -> EvaluatedUnlock {
        let body = EvaluateUnlockRequest(token: token, attempt: attempt, blinded: Base64URL(blinded))
        // A repeated attempt with the same bytes is no further failure.
        return try await value(of: APICall(.post, "/api/auth/unlock/evaluate", body: body, .always))
    }

    /// Clears the failed attempts after a correct passcode. Signs no one in.
    public func finishUnlock(attempt: UUID, tag: [UInt8], token: String) async throws(APIError) {
        let body = FinishUnlockRequest(token: token, attempt: attempt, tag: Base64URL(tag))
        try await perform(APICall(.post, "/api/auth/unlock/finish", body: body, .always))
    }

    /// Returns the path of a key. An empty identifier, or one with dots, would change the path to another resource.
    private static func path(ofUnlockKey id: String) throws(APIError) -> String {
        guard !id.isEmpty, id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
            throw .notFound
        }
        return "/api/auth/unlock-keys/" + id
    }
}
