public import LatchkeyAPI
internal import LatchkeyLock

extension SessionModel {
    /// Prepares the device and reads the stored state. Call it at launch, and again to retry if ``problem`` reports an
    /// error. If the task is cancelled before the device can be read, nothing is read.
    public func start() async {
        watch()
        // Nothing is read before the device allows it.
        guard await lock.assemble() else { return }
        await deleteFormerPasscode()
        // Tokens in memory belong to an unfinished sign-in: stored ones must not replace them.
        guard phase != .unverified, phase != .offering else { return await lock.start() }
        apply(.loading)
        do {
            try await load()
        } catch {
            await lock.start()
            apply(.failedToLoad(error))
        }
    }

    /// Deletes an earlier version's passcode, since the server has the account's. The next start retries failures.
    private func deleteFormerPasscode() async {
        guard let former = formerPasscode, (try? await former.delete()) != nil else { return }
        formerPasscode = nil
    }

    private func load() async throws(SessionError) {
        await lock.release()
        let record = try await auth.store.load()
        if record?.isSigningOut == true {
            try await eraseAll()
            return apply(.nothingStored)
        }
        let isManuallyLocked = record?.isManuallyLocked == true
        keptPolicy = record?.policy ?? .unrestricted
        // Before any prompt: none appears after a manual lock (C11), or if the team does not allow biometrics.
        if isManuallyLocked || isPasscodeDemanded || !policy.biometricsAllowed { lock.lockApp() }
        await lock.start()
        if case .vault(let problem) = lock.problem { throw SessionError(problem) }
        await dropForbidden()
        guard let record, record.sealedRefreshToken != nil else {
            _ = await auth.leave()
            return apply(.nothingStored)
        }
        switch lock.protection {
        case .passcode where !record.mustVerify,
            .biometricsOnly where !record.mustVerify && policy.biometricsAllowed:
            await auth.restore(record)
            apply(.restored(isManuallyLocked: isManuallyLocked))
        case .open where unprotectedLaunch == .restore && !policy.passcodeRequired:
            await auth.restore(record)
            apply(.restored(isManuallyLocked: false))
            beginConfirmation()
        case .absent:
            // Nothing proves that the vault was erased: if it exists again, so does the session (C16).
            _ = await auth.leave()
            apply(.nothingStored)
        default:
            let token = await auth.dropStored(record)
            apply(.nothingStored)
            if let token { logout = Task { await auth.end(token) } }
        }
        // The prompt may have already opened the app, or been cancelled.
        if !lock.isLocked, phase == .signedIn, confirmedTicket != lock.state.ticket { beginConfirmation() }
        if let outcome = lock.promptOutcome { notePrompt(outcome) }
    }

    /// Returns whether a session is stored on this device: opening the vault is then enough to sign in. Sends no
    /// request.
    public func hasStoredSession() async throws(SessionError) -> Bool {
        guard let record = try await auth.store.load() else { return false }
        return record.sealedRefreshToken != nil && !record.isSigningOut
    }

    /// Returns the server's sign-in methods: email, and the team's provider.
    public func signInMethods() async throws(SessionError) -> SignInMethods {
        do { return try await auth.api.signInMethods() } catch { throw .api(error) }
    }

    /// Requests an email for signing in.
    public func requestMagicLink(email: String) async throws(SessionError) {
        do { try await auth.api.requestMagicLink(email: email) } catch { throw .api(error) }
    }

    /// Signs in with the link or code of the email, or with a token of the team's own login, which has authenticated
    /// the user. The state then shows whether the passcode is required or offered.
    ///
    /// - Parameters:
    ///   - proof: A new proof: it is single-use.
    ///   - deviceName: A name of at most 40 printable characters for the account's list of sessions.
    public func signIn(with proof: SignInProof, deviceName: String? = nil) async -> SignInOutcome {
        if lock.protection == nil || lock.problem != nil { await start() }
        if case .unreadable(let error) = phase { return .failed(error) }
        guard state == .signedOut else { return .alreadySignedIn }
        _ = await confirmation?.value
        do {
            let isForTokensOnly = try await isForTokensOnly()
            let hasVault = lock.protection != .absent && !isForTokensOnly
            let response = try await auth.begin(hasVault: hasVault) { api, _ async throws(APIError) in
                try await api.signIn(with: proof, deviceName: deviceName)
            }
            let user = response.user
            // An unlock of the former session must not seal the new tokens.
            apply(.nothingStored)
            if isForTokensOnly { try await eraseVault() }
            await learn(user)
            try await arrive(user)
            await takeSettings()
            return .signedIn
        } catch {
            return error == .otherAccount ? .otherAccount : .failed(error)
        }
    }

    private func arrive(_ user: User) async throws(SessionError) {
        // A vault with a passcode keeps it until the account's owner has entered it.
        if user.passcodeEnabled { return apply(.signedIn(.passcode)) }
        await lock.release()
        switch lock.protection {
        case .passcode, .awaitingRecovery, .shut:
            if user.hasPasscode { return apply(.signedIn(.passcode)) }
            try await claim()
            if !lock.isLocked { try await auth.keep() }
            confirmedTicket = lock.isLocked ? nil : lock.state.ticket
            apply(.signedIn(.none))
        default:
            apply(.signedIn(.offer))
            guard !user.lacksRequiredPasscode else { return }
            let isDeclined = try await auth.store.load()?.isSetupDeclined == true
            if user.hasPasscode || lock.protection == .open && isDeclined { try await open() }
        }
    }

    /// Opens the app without a passcode ("Set up later"), and keeps the session. Returns nil, or the reason for a
    /// failure: `.locked` if another process has set a passcode meanwhile, which is then required.
    public func setUpLater() async -> SessionError? {
        guard phase == .offering else { return .signedOut }
        guard canSetUpLater else { return .api(.passcodeRequired) }
        do {
            try await open()
            await takeSettings()
            return state == .ready ? nil : .locked
        } catch {
            return error
        }
    }

    private func open() async throws(SessionError) {
        let epoch = session.epoch
        let isNew = lock.protection == .absent
        try await claim()
        if isNew { try await makeOpenVault() }
        if case .passcode = lock.protection { return apply(.signedIn(.passcode)) }
        if sealsWithoutPasscode { try await acceptAppData() }
        try await auth.keep { $0.isSetupDeclined = true }
        confirmedTicket = lock.state.ticket
        apply(.kept(epoch, nil))
        await lock.vault.removeRetiredKey()
    }

    /// Assigns the vault on this device to the account. A record without a vault belongs to no account. The record is
    /// read again, since another process may have created a vault for its account.
    func claim() async throws(SessionError) {
        let isAbsent: Bool
        do { isAbsent = try await lock.vault.isAbsent() } catch { throw SessionError(error) }
        try await auth.claim(replacing: isAbsent)
    }

    /// Creates a vault without a passcode. If another process has created a vault meanwhile, reads that one.
    func makeOpenVault() async throws(SessionError) {
        do {
            try await lock.vault.create(sealsWithoutPasscode ? .open : .openForTokens, since: lock.vault.epoch)
        } catch {
            guard error == .vaultExists || error == .conflict else { throw SessionError(error) }
        }
        await lock.start()
    }

    /// Lets the vault seal app data, even one that only biometrics opened before: "Set up later" permits that.
    private func acceptAppData() async throws(SessionError) {
        guard lock.protection == .open, lock.vault.needsPasscodeForData else { return }
        do { try await lock.vault.acceptAppData() } catch { throw SessionError(error) }
    }

    /// Performs a call with an access token. The token is renewed before it expires. If the call throws
    /// `.unauthenticated` or `.locked`, the token is renewed and the call is repeated once. If the server's session is
    /// locked, the app locks. Throws `.locked` while the app is locked.
    public func perform<Value: Sendable>(
        _ call: @Sendable (String) async throws(APIError) -> Value
    ) async throws(SessionError) -> Value {
        guard state == .ready else { throw state == .locked ? .locked : .signedOut }
        let epoch = session.epoch
        do {
            return try await auth.perform(call)
        } catch {
            switch error {
            case .ended, .signedOut: apply(.ended(epoch))
            // The session was idle for too long, or locked manually on another device: a refresh did not unlock it.
            case .api(.locked): await demandPasscode(epoch)
            default: await noteRejection(error, epoch)
            }
            throw error
        }
    }

    /// Performs a call that may throw any error. An `APIError` is handled as above, and thrown as
    /// ``SessionError/api(_:)``. Other errors are rethrown.
    public func perform<Value: Sendable>(_ call: @Sendable (String) async throws -> Value) async throws -> Value {
        let result: Result<Value, any Error> = try await perform { token async throws(APIError) in
            do {
                return .success(try await call(token))
            } catch let error as APIError {
                throw error
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Signs out and erases the vault with its sealed data. Ask the user for confirmation first.
    ///
    /// It also works offline: the server's session then expires. After an interruption the next launch continues.
    /// Returns nil, or the reason that not everything could be erased; call it again then.
    public func signOut() async -> SessionError? {
        _ = await confirmation?.value
        let (token, key) = (await auth.leave(), await lock.vault.unlockKey())
        do {
            // If the record cannot be read, only the erasing matters.
            try? await auth.note {
                $0.isSigningOut = true
                $0.sealedRefreshToken = nil
            }
            try await eraseAll()
        } catch {
            apply(.failedToLoad(error))
            return error
        }
        (user, keptPolicy) = (nil, .unrestricted)
        apply(.erased)
        if let token { logout = Task { await auth.logout(token, removing: key) } }
        return nil
    }

    /// Waits until the server has ended the session of the last sign-out or launch, or was not reached.
    package func loggedOut() async { await logout?.value }

    /// Erases everything, the record last: while it exists, the next launch continues.
    private func eraseAll() async throws(SessionError) {
        try await eraseVault()
        await eraseData()
        try await auth.store.delete()
    }

    func eraseVault() async throws(SessionError) {
        do { try await lock.erase() } catch { throw SessionError(error) }
    }

    /// Whether the vault contains only the tokens of a session that has ended.
    func isForTokensOnly() async throws(SessionError) -> Bool {
        guard lock.isLocked else { return false }
        do { return try await lock.vault.isForTokensOnly() } catch { throw SessionError(error) }
    }

    /// Deletes the tokens and keeps the vault, for a forgotten passcode and other cases that require signing in again.
    public func signInAgain() async {
        _ = await confirmation?.value
        apply(.dropped)
        await auth.dropTokens()
    }
}
