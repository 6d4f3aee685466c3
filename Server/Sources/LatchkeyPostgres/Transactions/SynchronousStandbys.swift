/// The number of standbys that must have a commit, from `synchronous_standby_names`
/// (https://www.postgresql.org/docs/15/runtime-config-replication.html#GUC-SYNCHRONOUS-STANDBY-NAMES).
struct SynchronousStandbys: Equatable {
    let count: Int

    /// Returns nil if the setting is empty: then no commit waits.
    ///
    /// - Parameter names: A valid setting: `FIRST 2 (a, b)`, `ANY 2 (a, b)`, `2 (a, b)`, or a list, of which one is
    ///   enough. A name with a parenthesis is quoted in a list.
    init?(names: String) {
        var text = names.utf8.drop(while: Self.isSpace)
        if text.isEmpty { return nil }
        for method in ["any", "first"] where Self.begins(text, with: method) {
            text = text.dropFirst(method.utf8.count).drop(while: Self.isSpace)
            break
        }
        let digits = text.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let isCounted = text.dropFirst(digits.count).first { !Self.isSpace($0) } == UInt8(ascii: "(")
        guard isCounted else {
            count = 1
            return
        }
        guard let count = Int(Substring(digits)), count > 0 else { return nil }
        self.count = count
    }

    /// Whether the server's parser skips the byte: spaces, tabs, line and page breaks.
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func begins(_ text: Substring.UTF8View, with word: String) -> Bool {
        text.prefix(word.utf8.count).elementsEqual(word.utf8) { $0 | 0x20 == $1 }
    }
}
