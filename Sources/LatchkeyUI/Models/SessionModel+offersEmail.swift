internal import LatchkeyAPI
internal import LatchkeySession

extension SessionModel {
    /// Returns whether the server signs in and resets by email. True in doubt: the server then reports an error later.
    func offersEmail() async -> Bool {
        do throws(SessionError) { return try await signInMethods().email } catch { return true }
    }
}
