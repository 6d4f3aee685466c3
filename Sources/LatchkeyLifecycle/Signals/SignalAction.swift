#if canImport(Darwin)
internal import Darwin
#else
internal import Foundation
#endif

#if canImport(Darwin)
/// Installs the handler, and returns the previous action.
func install(_ handler: (@convention(c) (Int32) -> Void)?, for signal: Int32) -> sigaction {
    var action = sigaction()
    action.__sigaction_u.__sa_handler = handler
    return exchange(action, for: signal)
}
#else
/// Installs the handler, and returns the previous action.
func install(_ handler: @escaping @convention(c) (Int32) -> Void, for signal: Int32) -> sigaction {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    return exchange(action, for: signal)
}

/// Installs an action that is not a function of the app, such as `SIG_DFL`.
func install(_ handler: sighandler_t?, for signal: Int32) -> sigaction {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    return exchange(action, for: signal)
}
#endif

/// Restores a previous action.
func reinstall(_ action: sigaction, for signal: Int32) {
    _ = exchange(action, for: signal)
}

private func exchange(_ action: sigaction, for signal: Int32) -> sigaction {
    var (new, old) = (action, sigaction())
    // System calls that the signal interrupts are restarted.
    new.sa_flags |= SA_RESTART
    sigaction(signal, &new, &old)
    return old
}
