internal import CProcess
internal import Foundation

/// Keeps this process's memory to itself, as far as a process can: against its user's other programs and against core
/// files, not against root.
enum ProcessHardening {
    /// The first thing that the app does. Returns the `errno` of what the system refused, or nil.
    ///
    /// Undumpable is not passed on by `exec`, so that an editor is like every other one.
    static func apply() -> Int32? {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        guard setrlimit(coreFiles, &limit) == 0 else { return errno }
        guard cprocess_set_undumpable() == 0 else { return errno }
        return nil
    }
}
