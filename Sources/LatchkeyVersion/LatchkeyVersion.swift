internal import CVersion

/// The version of the programs: what `--version` prints.
public enum LatchkeyVersion {
    /// As in `CHANGELOG.md`: `0.1.0`.
    public static var number: String { LATCHKEY_VERSION }

    /// The commit that was built; nil where the build was not told (`LATCHKEY_COMMIT`).
    public static var commit: String? {
        let text = String(cString: latchkey_commit())
        return text.isEmpty ? nil : text
    }

    /// Both: `0.1.0 (commit 1b2c3d4e5f60)`.
    public static var text: String { "\(number) (\(commit.map { "commit \($0)" } ?? "commit unknown"))" }
}
