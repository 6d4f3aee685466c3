/// Why the lock page asks a session that is open: the application wants the passcode given again. It stands at the
/// beginning of the query, before the way back: `again`, or `max_age=SECONDS`. `paths.js` knows both.
struct PasscodeDemand: Equatable, Sendable {
    /// How long ago the passcode may have been given; zero asks whatever was given.
    let maxAge: Duration

    /// Returns nil when nothing is demanded. What cannot be read asks.
    init?(query: String?) {
        // The way back extends to the end, and what it contains is its own.
        let members = (query ?? "").split(separator: "&", omittingEmptySubsequences: false)
            .prefix { !$0.hasPrefix("next=") }
        guard let first = members.first, first == "again" || first == "max_age" || first.hasPrefix("max_age=") else {
            return nil
        }
        let seconds = members.count == 1 ? Self.seconds(first.dropFirst("max_age=".count)) : nil
        maxAge = .seconds(seconds ?? 0)
    }

    /// Whether a passcode that was given so long ago is enough; nil when none was given.
    func isMet(by passcodeAge: Duration?) -> Bool {
        guard let passcodeAge else { return false }
        return maxAge > .seconds(0) && passcodeAge <= maxAge
    }

    private static func seconds(_ text: Substring) -> Int64? {
        // A hundred years at most, as at the gate.
        guard let seconds = Input.wholeNumber(text), seconds <= 3_153_600_000 else { return nil }
        return seconds
    }
}
