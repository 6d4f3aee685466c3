import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession

/// "Forgot passcode?" in an app with its own screens: sends an email with a code, then sets the new passcode.
@MainActor
struct ForgottenPasscode {
    let session: SessionModel

    /// Requests the email. Returns false if the user has to enter the address first, as in a locked app after a
    /// relaunch.
    func request() async throws(SessionError) -> Bool {
        do {
            try await session.requestPasscodeReset()
            return true
        } catch .locked {
            return false
        }
    }

    /// Requests the email for the address that the user entered. The server's response is the same for every address.
    func request(email: String) async throws(SessionError) { try await session.requestPasscodeReset(email: email) }

    /// Sets the new passcode with the code from the email, and unlocks the app. Sealed data stays readable.
    func reset(to new: Passcode, code: String, email: String) async -> PasscodeChangeOutcome {
        await session.resetPasscode(with: .code(code, email: email), to: new)
    }
}
