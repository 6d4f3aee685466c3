/// The offer of a first passcode right after a sign-in by the team's provider, at the beginning of the query of the
/// sign-in page. `paths.js` knows it too.
enum PasscodeOffer {
    static let query = "offer-passcode"

    /// Whether the query of the sign-in page contains the offer.
    static func isMade(in query: String?) -> Bool {
        query == self.query || query?.hasPrefix(self.query + "&") == true
    }
}
