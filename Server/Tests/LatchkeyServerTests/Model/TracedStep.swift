import Foundation

/// A line of a trace: a step of the model, and the rows after it. `Server/Model/README.md` documents the format.
struct TracedStep: Sendable, CustomStringConvertible {
    enum Action: Sendable {
        case reserve(Int, session: String, isRight: Bool, AttemptPurpose, isTaken: Bool)
        /// The commit of the attempt is undecided; it is stored or not.
        case undecided(Int, isKept: Bool)
        /// Undecided, but the request assumes that it is stored: a mutant.
        case believe(Int)
        case crash(Int)
        /// No memory for the hash.
        case starve(Int)
        case hash(Int)
        case settle(Int, Settlement)
        /// An undecided attempt is deleted.
        case delete(Int)
        case expire(Int)
        case sweep
        case lock(String)
        case end(String)
        case enter(String)
        case enable(String)
        case reset
    }

    enum Settlement: String, Sendable { case opened, counted, dropped, gone }

    struct FormatError: Error, CustomStringConvertible {
        let description: String
    }

    let description: String
    let action: Action
    /// Nil if a mutant violates its rule in this step.
    let rows: AttemptRows?

    init(line: String) throws {
        description = line
        let parts = line.components(separatedBy: " | ").map { $0.split(separator: " ").map(String.init) }
        guard let action = Self.action(parts[0]) else { throw FormatError(description: "no step: \(line)") }
        self.action = action
        rows = parts.count == 1 ? nil : try Self.rows(Array(parts[1...]), line)
    }

    private static func action(_ words: [String]) -> Action? {
        let request = words.count > 1 ? Int(words[1]) : nil
        switch (words.first, request, words.count) {
        case ("reserve", let request?, 6):
            return AttemptPurpose(rawValue: words[4]).map {
                .reserve(
                    request, session: words[2], isRight: words[3] == "right", $0, isTaken: words[5] == "taken")
            }
        case ("undecided", let request?, 3): return .undecided(request, isKept: words[2] == "kept")
        case ("believe", let request?, 2): return .believe(request)
        case ("crash", let request?, 2): return .crash(request)
        case ("starve", let request?, 2): return .starve(request)
        case ("hash", let request?, 2): return .hash(request)
        case ("settle", let request?, 3): return Settlement(rawValue: words[2]).map { .settle(request, $0) }
        case ("delete", let request?, 2): return .delete(request)
        case ("expire", let request?, 2): return .expire(request)
        case ("sweep", nil, 1): return .sweep
        case ("lock", _?, 2): return .lock(words[1])
        case ("end", _?, 2): return .end(words[1])
        case ("enter", _?, 2): return .enter(words[1])
        case ("enable", _?, 2): return .enable(words[1])
        case ("reset", nil, 1): return .reset
        default: return nil
        }
    }

    /// - Parameter parts: The account, sessions 0 and 1, and the attempts of all requests.
    private static func rows(_ parts: [[String]], _ line: String) throws -> AttemptRows {
        guard parts.count > 3, let failures = parts[0].first.flatMap({ Int($0) }) else {
            throw FormatError(description: "no rows: \(line)")
        }
        var rows = AttemptRows(
            failures: failures, resetRequired: parts[0].contains("blocked"), isDisabled: parts[0].contains("disabled"))
        for (number, words) in parts[1...2].enumerated() where words != ["ended"] {
            guard words.count == 2, let failures = Int(words[1]), ["open", "locked"].contains(words[0]) else {
                throw FormatError(description: "no session: \(line)")
            }
            rows.sessions["\(number)"] = .init(isLocked: words[0] == "locked", failures: failures)
        }
        for (number, words) in parts[3...].enumerated() where words != ["none"] {
            guard words.count > 1, ["live", "stale"].contains(words[0]),
                Set(words[2...]).isSubset(of: ["orphan", "outdated", "relocked"])
            else { throw FormatError(description: "no attempt: \(line)") }
            let isOrphan = words.contains("orphan")
            rows.attempts["\(number)"] = .init(
                session: words[1], isStale: words[0] == "stale", isOrphan: isOrphan,
                isOutdated: words.contains("outdated"), isLockChanged: !isOrphan && words.contains("relocked"))
        }
        return rows
    }
}
