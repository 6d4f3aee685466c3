import LatchkeyLifecycle

/// A draft of a text. It is saved when the app goes to the background, and hidden while the app is inactive.
actor Draft {
    private(set) var text = ""
    private(set) var saved = ""
    private(set) var isHidden = false
    private var registrations: [LifecycleRegistration] = []

    func follow(_ lifecycle: some AppLifecycleProtocol) {
        registrations = [
            lifecycle.onInactive { await self.hide(true) },
            lifecycle.onActive { await self.hide(false) },
            lifecycle.onBackground { await self.save() },
            lifecycle.onTerminate { await self.save() },
        ]
    }

    func stop() {
        for registration in registrations { registration.cancel() }
    }

    func type(_ new: String) { text = new }

    private func hide(_ isHidden: Bool) { self.isHidden = isHidden }
    private func save() { saved = text }
}

/// Follows the signals of a terminal. Ctrl-Z sends the app to the background, and `fg` returns it to the foreground.
/// The process stops or ends after the handlers have returned.
func followTerminal(_ draft: Draft) async throws -> (AppLifecycleManager, LifecycleRegistration) {
    let lifecycle = AppLifecycleManager(initialState: .active)
    await draft.follow(lifecycle)
    return (lifecycle, try POSIXSignalLifecycleSource().start(reportingTo: lifecycle))
}
