/// The version of the programs.
public enum LatchkeyVersion {
    /// The only place of the version. `CHANGELOG.md` has the same; the scripts that make packages read it here.
    public static let number = "0.1.0"

    /// What `--version` prints: `0.1.0 (commit 1b2c3d4e5f60)`.
    ///
    /// Only the programs pass the commit, so that another commit compiles no library again.
    ///
    /// - Parameter commit: The commit that was built, from `cprocess_commit()`; empty where the build was not told.
    public static func text(commit: UnsafePointer<CChar>) -> String {
        let commit = String(cString: commit)
        return "\(number) (commit \(commit.isEmpty ? "unknown" : commit))"
    }
}
