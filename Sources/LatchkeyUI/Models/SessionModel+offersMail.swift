internal import LatchkeyAPI
internal import LatchkeySession

extension SessionModel {
    /// Whether the server signs in and resets by mail; also where it cannot say so, since it then says why at the mail.
    func offersMail() async -> Bool {
        do throws(SessionError) { return try await signInMethods().mail } catch { return true }
    }
}
