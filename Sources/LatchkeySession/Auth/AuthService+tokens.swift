internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyCore
internal import LatchkeyLock

/// Call all of these only within `withSessionLock`.
extension AuthService {
    /// Returns an access token that differs from this one.
    func renew(_ old: String?) async throws(SessionError) -> String {
        let session = try session()
        // Another task has already renewed it.
        if let token = session.accessToken, token != old, session.isFresh() { return token }
        return try await refreshNow().accessToken
    }

    func refreshNow() async throws(SessionError) -> SessionResponse {
        try await seal()
        let token = try await refreshToken()
        let result = await outcome { () async throws(APIError) in try await api.refresh(refreshToken: token) }
        return try await take(result)
    }

    /// Performs a call that returns new tokens, with an access token.
    func rotateNow(
        _ call: (String) async throws(APIError) -> SessionResponse
    ) async throws(SessionError) -> SessionResponse {
        try await seal()
        rememberSealingKey()
        let held = try session()
        let first: String
        if held.isFresh(), let token = held.accessToken {
            first = token
        } else {
            first = try await refreshNow().accessToken
        }
        var result = await outcome { () async throws(APIError) in try await call(first) }
        if case .failure(.unauthenticated) = result {
            let renewed = try await refreshNow().accessToken
            result = await outcome { () async throws(APIError) in try await call(renewed) }
        }
        return try await take(result)
    }

    private func outcome(
        _ call: () async throws(APIError) -> SessionResponse
    ) async -> Result<SessionResponse, APIError> {
        do { return .success(try await call()) } catch { return .failure(error) }
    }

    /// Stores new tokens. A kept session stores the new refresh token before the response is used.
    private func take(_ result: Result<SessionResponse, APIError>) async throws(SessionError) -> SessionResponse {
        switch result {
        case .success(let response):
            guard let accountID = held?.accountID else { throw .signedOut }
            guard response.user.id == accountID else {
                throw await rejectOtherAccount()
            }
            held?.refreshToken = .memory(response.refreshToken)
            held?.policy = response.user.policy
            held?.accessToken = nil
            try await seal()
            guard var fresh = held else { throw .signedOut }
            fresh.take(response, since: clock.stopwatch())
            // Locked meanwhile: only the sealed token stays.
            if fresh.isKept, vault.isLocked { fresh.accessToken = nil }
            held = fresh
            return response
        case .failure(.unauthenticated), .failure(.incorrectPasscode(_, _, sessionEnded: true)):
            await dropTokens()
            throw .ended
        case .failure(let error):
            throw .api(error)
        }
    }

    /// Seals the refresh token of a session to keep, if it is not sealed yet.
    func seal(_ change: @escaping @Sendable (inout SessionRecord) -> Void = { _ in }) async throws(SessionError) {
        guard let held, held.isKept, case .memory(let token) = held.refreshToken else { return }
        let blank = SessionRecord(accountID: held.accountID)
        let sealed: Data
        do { sealed = try seal(token, for: blank.purpose) } catch { throw SessionError(error) }
        let vault = vault
        let sealedAccountID = try? vault.sealReplaceable(Data(held.accountID.utf8), for: SessionRecord.accountPurpose)
        let rejection: SessionError? = try await store.update { record in
            var new = record ?? blank
            guard new.accountID == blank.accountID else { return .otherAccount }
            guard [nil, blank.accountID].contains(new.vaultAccountID(in: vault)) else { return .ended }
            new.sealedRefreshToken = sealed
            new.sealedAccountID = sealedAccountID ?? new.sealedAccountID
            new.policy = held.policy ?? new.policy
            change(&new)
            record = new
            return nil
        }
        if rejection == .ended { throw await rejectOtherAccount() }
        if let rejection { throw rejection }
        // Unless the session was signed out meanwhile, or has newer tokens.
        if case .memory(token)? = self.held?.refreshToken { self.held?.refreshToken = .sealed }
    }

    /// Stores the sealing key in memory. Call it before a request: the vault may be locked when the response arrives.
    private func rememberSealingKey() {
        if let key = try? vault.replaceableSealingKey() { sealingKey = key }
    }

    private func seal(_ token: String, for purpose: String) throws(VaultError) -> Data {
        let plain = Data(token.utf8)
        do { return try vault.sealReplaceable(plain, for: purpose) } catch {
            guard error == .locked, let sealingKey else { throw error }
            return try sealingKey.seal(plain, for: purpose)
        }
    }

    /// Returns the newest refresh token, even if another process stored it.
    func refreshToken() async throws(SessionError) -> String {
        rememberSealingKey()
        if case .memory(let token) = try session().refreshToken { return token }
        guard let record = try await store.load(), let sealed = record.sealedRefreshToken else {
            // Another process has signed out.
            held = nil
            throw .signedOut
        }
        do throws(VaultError) {
            guard SealingKey.isDeposit(sealed) else {
                // The open vault sealed it, for a purpose that names the account.
                return String(decoding: try vault.open(sealed, for: record.purpose), as: UTF8.self)
            }
            // A token that arrived while the vault was locked. Any code may have sealed it and written the record.
            let token = try vault.openDeposited(sealed, for: record.purpose)
            if record.vaultAccountID(in: vault) == record.accountID { return String(decoding: token, as: UTF8.self) }
        } catch {
            throw SessionError(error)
        }
        throw await rejectOtherAccount()
    }

    /// Removes another account's tokens that replaced this account's.
    private func rejectOtherAccount() async -> SessionError {
        await dropTokens()
        return .ended
    }

    /// Moves the tokens from the vault to memory before the vault is locked: verifying the new passcode requires them.
    func holdInMemory() async {
        guard let token = try? await refreshToken() else { return held = nil }
        held?.refreshToken = .memory(token)
        held?.isKept = false
    }

    /// Deletes the tokens from memory and disk. The vault stays.
    func dropTokens() async {
        (held, sealingKey) = (nil, nil)
        // If a token cannot be deleted, its session has been ended by the server anyway.
        try? await store.update { $0?.sealedRefreshToken = nil }
    }
}
