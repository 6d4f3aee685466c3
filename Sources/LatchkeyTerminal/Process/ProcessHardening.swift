/// Keeps keys and notes out of core files, and other processes of the same person from looking in. All that a process
/// can do for itself: nothing defends against the same user who means it, or root.
enum ProcessHardening {
    /// Call it first. What the system refuses is left: the app is no worse than any other then.
    static func begin() {
        forbidCores()
        forbidAttaching()
    }
}
