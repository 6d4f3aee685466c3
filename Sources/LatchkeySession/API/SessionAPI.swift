public import Foundation
public import LatchkeyAPI

/// The server's calls that a session uses. `LatchkeyClient` makes them over HTTP.
public protocol SessionAPI: Sendable {
    /// The identity of the server, which does not change and detects two sessions over one storage. An implementation
    /// that forwards to another returns the other's identity. There is no default: two servers of one type would have
    /// the same identity.
    var identity: SessionServerIdentity { get }

    /// Returns the server's sign-in methods.
    func signInMethods() async throws(APIError) -> SignInMethods

    /// Requests an email for signing in.
    func requestMagicLink(email: String) async throws(APIError)

    /// Signs in with the link or code of the email, or with a token of the team's own login. The session is locked if
    /// the account has an enabled passcode.
    func signIn(with proof: SignInProof, deviceName: String?) async throws(APIError) -> SessionResponse

    /// Exchanges a refresh token for new tokens. Throws `unauthenticated` if the session has ended.
    func refresh(refreshToken: String) async throws(APIError) -> SessionResponse

    /// Ends the session.
    func logout(accessToken: String) async throws(APIError)

    /// Locks the session, so that only the passcode opens it.
    func lock(accessToken: String) async throws(APIError)

    /// Verifies the passcode. Returns new tokens and the recovery key.
    func verifyPasscode(_ passcode: String, accessToken: String) async throws(APIError) -> SessionResponse

    /// Sets or changes the passcode. Returns new tokens and the recovery key.
    func setPasscode(
        _ passcode: String, currentPasscode: String?, accessToken: String
    ) async throws(APIError) -> SessionResponse

    /// Changes the settings that are not nil. Returns the account.
    func changeSettings(_ settings: PasscodeSettingsRequest, accessToken: String) async throws(APIError) -> User

    /// Requests an email for a new passcode.
    func requestPasscodeReset(email: String) async throws(APIError)

    /// Requests an email for a new passcode of a session's account. The session may be locked.
    func requestPasscodeReset(accessToken: String) async throws(APIError)

    /// Sets a new passcode and signs in, with the link or code of the email, or with a token of the team's own login.
    /// Returns new tokens and the recovery key. The session of the access token is kept if it belongs to the account;
    /// otherwise a new one begins. Throws `invalidToken` if the login did not authenticate the user within five
    /// minutes, or for another account.
    func resetPasscodeAndSignIn(
        with proof: SignInProof, newPasscode: String, deviceName: String?, accessToken: String?
    ) async throws(APIError) -> SessionResponse

    /// Returns the account's sessions.
    func sessions(accessToken: String) async throws(APIError) -> SessionList

    /// Ends one of the account's sessions. Throws `notFound` if it has no such session.
    func endSession(id: String, accessToken: String) async throws(APIError)

    /// Ends all sessions of the account except this one.
    func endOtherSessions(accessToken: String) async throws(APIError)

    /// Returns the account's activity, newest first: the page after `before`, or the newest page.
    func activity(before: String?, limit: Int?, accessToken: String) async throws(APIError) -> ActivityPage

    /// Registers a key of the server for this device, and evaluates the blinded passcode with it.
    func addUnlockKey(
        blinded: [UInt8], replacing replaced: String?, accessToken: String
    ) async throws(APIError) -> AddedUnlockKey

    /// Activates a registered key.
    func confirmUnlockKey(id: String, tag: [UInt8], accessToken: String) async throws(APIError)

    /// Returns the account's devices whose vault requires the server.
    func unlockKeys(accessToken: String) async throws(APIError) -> UnlockKeyList

    /// Destroys the server's key of a device. Requires the current passcode if one is set.
    func shutDevice(id: String, currentPasscode: String?, accessToken: String) async throws(APIError)

    /// Deletes this device's own key of the server. Requires the key's slot token.
    func removeUnlockKey(id: String, token: String, accessToken: String) async throws(APIError)

    /// Evaluates a blinded passcode, which counts as a failed attempt until it is finished. Requires no session.
    func evaluateUnlock(attempt: UUID, blinded: [UInt8], token: String) async throws(APIError) -> EvaluatedUnlock

    /// Clears the failed attempts after a correct passcode. Requires no session.
    func finishUnlock(attempt: UUID, tag: [UInt8], token: String) async throws(APIError)

    /// Deletes the account with all its data. Requires the current passcode if one is set.
    func deleteAccount(currentPasscode: String?, accessToken: String) async throws(APIError)
}

extension LatchkeyClient: SessionAPI {
    /// The identity of the server's address.
    public var identity: SessionServerIdentity { SessionServerIdentity(server) }
}

/// The identity of the server behind a ``SessionAPI``: equal identities have the same accounts.
public struct SessionServerIdentity: Sendable, Hashable {
    let name: String

    /// The identity of the server at this address, over any transport.
    public init(_ server: ServerURL) { name = "\(server)" }

    /// The identity of a server that nothing else reaches, such as one in memory. Create it once, with the server.
    public init() { name = UUID().uuidString }
}
