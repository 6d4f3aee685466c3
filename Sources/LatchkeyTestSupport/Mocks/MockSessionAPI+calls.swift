internal import Foundation
public import LatchkeyAPI

extension MockSessionAPI {
    public func signInMethods() async throws(APIError) -> SignInMethods {
        try enter(.signInMethods)
        return methods
    }

    public func requestMagicLink(email: String) async throws(APIError) { try enter(.requestMagicLink) }

    /// Accepts any link and ID token, and any code of the account's address. Rejects access tokens.
    public func signIn(with proof: SignInProof, deviceName: String?) async throws(APIError) -> SessionResponse {
        try enter(.signIn)
        try check(proof)
        return try begin(Session(deviceName: deviceName, isLocked: isPasscodeEnabled))
    }

    public func refresh(refreshToken: String) async throws(APIError) -> SessionResponse {
        try enter(.refresh)
        let found = sessions.first { [$0.value.refreshToken, $0.value.formerRefreshToken].contains(refreshToken) }
        guard let found else { throw .unauthenticated }
        return try makeResponse(found.key, replacing: refreshToken)
    }

    public func logout(accessToken: String) async throws(APIError) {
        try enter(.logout)
        if let id = try? session(accessToken) { sessions[id] = nil }
    }

    public func lock(accessToken: String) async throws(APIError) {
        try enter(.lock)
        let id = try session(accessToken)
        guard isPasscodeEnabled else { throw .passcodeNotSet }
        sessions[id]?.isLocked = true
        sessions[id]?.isPasscodeFresh = false
    }

    public func verifyPasscode(_ passcode: String, accessToken: String) async throws(APIError) -> SessionResponse {
        try enter(.verifyPasscode)
        let id = try session(accessToken)
        try check(passcode, id)
        return try unlock(id)
    }

    public func setPasscode(
        _ passcode: String, currentPasscode: String?, accessToken: String
    ) async throws(APIError) -> SessionResponse {
        try enter(.setPasscode)
        let id = try unlockedSession(accessToken)
        if account.passcode != nil {
            guard let currentPasscode else { throw .passcodeAlreadySet }
            try check(currentPasscode, id)
            if passcode == account.passcode { throw .weakPasscode(reason: .reused) }
        } else {
            account.isEnabled = true
        }
        account.passcode = passcode
        await devices.changePasscode()
        endOthers(id)
        return try unlock(id)
    }

    public func changeSettings(
        _ settings: PasscodeSettingsRequest, accessToken: String
    ) async throws(APIError) -> User {
        try enter(.changeSettings)
        let id = try readySession(accessToken)
        if settings.passcodeEnabled == false, policy.passcodeRequired { throw .passcodeRequired }
        if let wanted = settings.passcodeTimeoutMinutes, !policy.allowedTimeouts.contains(wanted) {
            throw .invalidTimeout(allowed: policy.allowedTimeouts)
        }
        let minutes = settings.passcodeTimeoutMinutes ?? account.timeoutMinutes
        let isEnabled = settings.passcodeEnabled ?? account.isEnabled
        if isEnabled, account.passcode == nil { throw .passcodeNotSet }
        let isDisabled = account.isEnabled && !isEnabled
        if account.passcode != nil, isDisabled || minutes > timeoutMinutes {
            try demand(settings.currentPasscode, id)
        }
        if isEnabled != account.isEnabled { await devices.changePasscode() }
        (account.isEnabled, account.timeoutMinutes) = (isEnabled, minutes)
        account.language = settings.language ?? account.language
        account.timeZone = settings.timeZone ?? account.timeZone
        if isDisabled { endOthers(id) }
        return try user(id)
    }

    public func requestPasscodeReset(email: String) async throws(APIError) { try enter(.requestPasscodeReset) }

    public func requestPasscodeReset(accessToken: String) async throws(APIError) {
        try enter(.requestPasscodeReset)
        _ = try session(accessToken)
    }

    /// Accepts the proofs that sign in.
    public func resetPasscodeAndSignIn(
        with proof: SignInProof, newPasscode: String, deviceName: String?, accessToken: String?
    ) async throws(APIError) -> SessionResponse {
        try enter(.resetPasscodeAndSignIn)
        try check(proof)
        guard account.passcode != nil else {
            if case .idToken = proof { throw .invalidToken }
            throw .invalidCode
        }
        account.passcode = newPasscode
        await devices.changePasscode()
        guard let own = accessToken.flatMap({ try? session($0) }) else {
            endSessions()
            let id = next()
            sessions[id] = Session(deviceName: deviceName, isLocked: true)
            return try unlock(id)
        }
        endOthers(own)
        return try unlock(own)
    }

    public func sessions(accessToken: String) async throws(APIError) -> SessionList {
        try enter(.sessions)
        let own = try readySession(accessToken)
        let start = Date(timeIntervalSince1970: 0)
        let list = sessions.sorted { $0.key < $1.key }.map { id, session in
            SessionList.Session(
                id: "\(id)", deviceName: session.deviceName, createdAt: start, lastActiveAt: start, current: id == own)
        }
        return SessionList(sessions: list)
    }

    public func endSession(id: String, accessToken: String) async throws(APIError) {
        try enter(.endSession)
        _ = try readySession(accessToken)
        guard let number = Int(id), sessions.removeValue(forKey: number) != nil else { throw .notFound }
    }

    public func endOtherSessions(accessToken: String) async throws(APIError) {
        try enter(.endOtherSessions)
        endOthers(try readySession(accessToken))
    }

    /// Returns an empty page: no activity is recorded.
    public func activity(before: String?, limit: Int?, accessToken: String) async throws(APIError) -> ActivityPage {
        try enter(.activity)
        _ = try readySession(accessToken)
        return ActivityPage(events: [], next: nil)
    }

    public func deleteAccount(currentPasscode: String?, accessToken: String) async throws(APIError) {
        try enter(.deleteAccount)
        let id = try readySession(accessToken)
        if account.passcode != nil { try demand(currentPasscode, id) }
        account = Account()
        endSessions()
    }
}
