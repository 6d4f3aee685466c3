internal import LatchkeyLifecycle

/// One session of one logind, and what it means to the app
/// (<https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>).
struct LogindSession: Sendable {
    static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    let signals: AsyncStream<DBusSignal>
    let delay: SleepDelay
    let lifecycle: AppLifecycleManager

    /// The session that the process belongs to. What the user's own service manager has started, as desktops start
    /// their terminals, belongs to none: then it is the one that the user has at a screen.
    ///
    /// - Parameters:
    ///   - process: Its number.
    ///   - manager: logind's object that knows.
    ///   - timeout: How long each question waits for its answer.
    static func path(
        of process: UInt32, by manager: DBusObject, timeout: Duration = DBusObject.timeout
    ) async throws(DBusError) -> String {
        do {
            return try await manager.call("GetSessionByPID", .uint32(process), timeout: timeout).string()
        } catch {
            guard error.name == "org.freedesktop.login1.NoSessionForPID" else { throw error }
            let path = try await manager.call("GetUserByPID", .uint32(process), timeout: timeout).string()
            let user = manager.peer.object(path, properties)
            let display = try await user.call(
                "Get", .string("org.freedesktop.login1.User"), .string("Display"), timeout: timeout)
            // Its identifier, which is empty when there is none, and its path.
            guard let items = display.values.first?.items, items.count == 2, items[0].string?.isEmpty == false,
                let session = items[1].string
            else { throw .unexpectedAnswer }
            return session
        }
    }

    /// What logind calls the session.
    static func name(
        of path: String, by logind: DBusPeer, timeout: Duration = DBusObject.timeout
    ) async throws(DBusError) -> String {
        try await logind.object(path, properties)
            .call("Get", .string(session), .string("Id"), timeout: timeout).string()
    }

    /// What is to be heard from now on.
    static func signals(of logind: DBusPeer, session: String?) async -> AsyncStream<DBusSignal> {
        let sleep = DBusMatch(path: "/org/freedesktop/login1", interface: manager, member: "PrepareForSleep")
        guard let path = session else { return await logind.signals(sleep) }
        return await logind.signals(
            sleep, DBusMatch(path: path, interface: Self.session, member: "Lock"),
            DBusMatch(path: path, interface: properties, member: "PropertiesChanged", first: Self.session))
    }

    /// Reports what is heard, one after the other.
    func report() async {
        for await signal in signals {
            switch (signal.member, signal.values.first) {
            case ("Lock", _): await lock()
            case ("PropertiesChanged", _) where Self.saysThatItIsLocked(signal): await lock()
            case ("PrepareForSleep", .bool(true)):
                await lock()
                // Only now: what is in memory goes to sleep with the machine.
                delay.release()
            case ("PrepareForSleep", .bool(false)): _ = await delay.take()
            default: break
            }
        }
        delay.release()
    }

    /// Returns when the app is locked.
    private func lock() async { await lifecycle.reportDeviceLock().value }

    /// Desktops that lock by themselves only say so in this property.
    private static func saysThatItIsLocked(_ signal: DBusSignal) -> Bool {
        guard signal.values.count > 1 else { return false }
        return signal.values[1].items.contains { $0.items == [.string("LockedHint"), .bool(true)] }
    }
}
