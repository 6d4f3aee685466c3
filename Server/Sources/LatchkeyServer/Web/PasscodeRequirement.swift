/// An application's requirement of a recent passcode verification, for an unlocked session: `again` or
/// `max_age=SECONDS`, at the start of the lock page's query. `paths.js` also parses it.
struct PasscodeRequirement: Equatable, Sendable {
    /// Maximum age of the verification; zero always requires a new one.
    let maxAge: Duration

    /// Returns nil if there is no requirement. An invalid one requires a new verification.
    init?(query: String?) {
        // The return path extends to the end, and may contain the same names.
        let members = (query ?? "").split(separator: "&", omittingEmptySubsequences: false)
            .prefix { !$0.hasPrefix("next=") }
        guard let first = members.first, first == "again" || first == "max_age" || first.hasPrefix("max_age=") else {
            return nil
        }
        let seconds = members.count == 1 ? Self.seconds(first.dropFirst("max_age=".count)) : nil
        maxAge = .seconds(seconds ?? 0)
    }

    /// Whether the age of a verification is sufficient; nil for none.
    func isMet(by passcodeAge: Duration?) -> Bool {
        guard let passcodeAge else { return false }
        return maxAge > .seconds(0) && passcodeAge <= maxAge
    }

    private static func seconds(_ text: Substring) -> Int64? {
        // At most a hundred years, as at the gate.
        guard let seconds = Input.wholeNumber(text), seconds <= 3_153_600_000 else { return nil }
        return seconds
    }
}
