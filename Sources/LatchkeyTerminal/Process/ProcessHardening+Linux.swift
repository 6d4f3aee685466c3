#if os(Linux)
internal import Glibc

extension ProcessHardening {
    static func forbidCores() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }

    /// Undumpable also means that `ptrace` and `/proc/PID/mem` are root's alone: prctl(2), PR_SET_DUMPABLE. An editor that
    /// is started is dumpable again, since it is another program.
    static func forbidAttaching() { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) }
}
#endif
