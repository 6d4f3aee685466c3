#if canImport(Darwin)
internal import Darwin

/// Installs the handler, and returns what was there.
func install(_ handler: (@convention(c) (Int32) -> Void)?, for signal: Int32) -> sigaction {
    var action = sigaction()
    action.__sigaction_u.__sa_handler = handler
    return exchange(action, for: signal)
}

/// Installs an action that was there before.
func reinstall(_ action: sigaction, for signal: Int32) {
    _ = exchange(action, for: signal)
}

private func exchange(_ action: sigaction, for signal: Int32) -> sigaction {
    var (new, old) = (action, sigaction())
    // System calls that the signal interrupts are begun again.
    new.sa_flags |= SA_RESTART
    sigaction(signal, &new, &old)
    return old
}
#endif
