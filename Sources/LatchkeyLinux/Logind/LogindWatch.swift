internal import LatchkeyLifecycle

/// An observer of the logind process, across restarts.
actor LogindWatch {
    static let service = "org.freedesktop.login1"

    private let connection: DBusConnection
    private let app: String
    private let process: UInt32
    private let lifecycle: AppLifecycleManager
    private let onAbsence: @Sendable (LogindAbsence) -> Void
    private var reported: Set<LogindAbsence> = []

    init(
        connection: DBusConnection, app: String, process: UInt32, lifecycle: AppLifecycleManager,
        onAbsence: @escaping @Sendable (LogindAbsence) -> Void
    ) {
        (self.connection, self.app, self.process) = (connection, app, process)
        (self.lifecycle, self.onAbsence) = (lifecycle, onAbsence)
    }

    /// Reports until the task is cancelled.
    ///
    /// - Parameter isReady: Called when no event can be missed any more, possibly repeatedly.
    func run(isReady: @Sendable () -> Void) async {
        var present: DBusPeer?
        var following: Task<Void, Never>?
        for await _ in await connection.ownerChanges(of: Self.service) {
            let owner = try? await connection.owner(of: Self.service)
            if owner == nil { report(.noLogind) }
            if let owner, owner != present {
                following?.cancel()
                let session = await follow(owner)
                following = Task { await session.report() }
            }
            present = owner
            isReady()
        }
        following?.cancel()
        isReady()
    }

    private func follow(_ logind: DBusPeer) async -> LogindSession {
        let manager = logind.object("/org/freedesktop/login1", LogindSession.manager)
        let session = try? await LogindSession.path(of: process, by: manager)
        if session == nil { report(.noSession) }
        // Before sleep is delayed: from then on it may be announced.
        let signals = await LogindSession.signals(of: logind, session: session)
        let delay = SleepDelay(manager: manager, app: app)
        if await !delay.take() { report(.noDelay) }
        return LogindSession(signals: signals, delay: delay, lifecycle: lifecycle)
    }

    private func report(_ absence: LogindAbsence) {
        if reported.insert(absence).inserted { onAbsence(absence) }
    }
}
