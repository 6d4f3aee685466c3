/// The version of the programs.
public enum LatchkeyVersion {
    /// The version number. `CHANGELOG.md` has the same number; the packaging scripts read it here.
    public static let number = "0.1.0"

    /// The output of `--version`: `0.1.0 (commit 1b2c3d4e5f60)`.
    ///
    /// Only the programs pass the commit, so that a new commit recompiles no library.
    ///
    /// - Parameter commit: The commit of the build, from `cprocess_commit()`; empty if the build did not set it.
    public static func text(commit: UnsafePointer<CChar>) -> String {
        let commit = String(cString: commit)
        return "\(number) (commit \(commit.isEmpty ? "unknown" : commit))"
    }
}
