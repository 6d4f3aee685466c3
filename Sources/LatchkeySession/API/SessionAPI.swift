internal import Foundation
public import LatchkeyAPI

/// The calls of the contract that a session is made of. `LatchkeyClient` makes them over HTTP.
public protocol SessionAPI: Sendable {
    /// The identity of the server, which does not change, so that two sessions over one storage are detected. An
    /// implementation that forwards to another has the other's identity. There is no default, which would give two
    /// servers of one type the same identity.
    var identity: SessionServerIdentity { get }

    /// How people sign in to this server.
    func signInMethods() async throws(APIError) -> SignInMethods

    /// Requests a mail for signing in.
    func requestMagicLink(email: String) async throws(APIError)

    /// Signs in with the link or code of the mail. The session is locked when the account has an enabled passcode.
    func signIn(with proof: MailedProof, deviceName: String?) async throws(APIError) -> SessionResponse

    /// Signs in with a token of the team's own login. The session is locked when the account has an enabled passcode.
    func signIn(with token: SubjectToken, deviceName: String?) async throws(APIError) -> SessionResponse

    /// Exchanges a refresh token for new tokens. Throws `unauthenticated` when the session has ended.
    func refresh(refreshToken: String) async throws(APIError) -> SessionResponse

    /// Ends the session.
    func logout(accessToken: String) async throws(APIError)

    /// Locks the session, so that only the passcode opens it.
    func lock(accessToken: String) async throws(APIError)

    /// Gives the passcode: new tokens and the recovery key.
    func verifyPasscode(_ passcode: String, accessToken: String) async throws(APIError) -> SessionResponse

    /// Sets or changes the passcode: new tokens and the recovery key.
    func setPasscode(
        _ passcode: String, currentPasscode: String?, accessToken: String
    ) async throws(APIError) -> SessionResponse

    /// Changes what is given and leaves the rest.
    func changeSettings(_ settings: PasscodeSettingsRequest, accessToken: String) async throws(APIError) -> User

    /// Requests a mail for choosing a new passcode.
    func requestPasscodeReset(email: String) async throws(APIError)

    /// Requests that mail for the account of a session, which may be locked.
    func requestPasscodeReset(accessToken: String) async throws(APIError)

    /// Sets a new passcode and signs in, with the link or code of the mail: new tokens and the recovery key. The
    /// session of the access token is kept if it belongs to the account; otherwise a new one begins.
    func resetPasscodeAndSignIn(
        with proof: MailedProof, newPasscode: String, deviceName: String?, accessToken: String?
    ) async throws(APIError) -> SessionResponse

    /// Sets a new passcode and signs in, with a token of the team's own login, which has asked the person within five
    /// minutes; otherwise as above. Throws `invalidToken` for one that asked before then, or is not of the account.
    func resetPasscodeAndSignIn(
        with token: SubjectToken, newPasscode: String, deviceName: String?, accessToken: String?
    ) async throws(APIError) -> SessionResponse

    /// The account's sessions.
    func sessions(accessToken: String) async throws(APIError) -> SessionList

    /// Ends one of the account's sessions. Throws `notFound` when it has no such session.
    func endSession(id: String, accessToken: String) async throws(APIError)

    /// Ends all sessions of the account but this one.
    func endOtherSessions(accessToken: String) async throws(APIError)

    /// What happened on the account, newest first: the page after `before`, or the newest.
    func activity(before: String?, limit: Int?, accessToken: String) async throws(APIError) -> ActivityPage

    /// Removes the account and all of it. Takes the current passcode when one is set.
    func deleteAccount(currentPasscode: String?, accessToken: String) async throws(APIError)
}

extension LatchkeyClient: SessionAPI {
    /// The server's address.
    public var identity: SessionServerIdentity { SessionServerIdentity(server) }
}

/// The identity of the server that a ``SessionAPI`` reaches: equal identities reach the same accounts.
public struct SessionServerIdentity: Sendable, Hashable {
    let name: String

    /// The server at this address, over HTTP or anything of the app's own.
    public init(_ server: ServerURL) { name = "\(server)" }

    /// A server that nothing else reaches, such as one in memory. Create the identity once, with the server.
    public init() { name = UUID().uuidString }
}
