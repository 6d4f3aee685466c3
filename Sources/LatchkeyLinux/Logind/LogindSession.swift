internal import LatchkeyLifecycle

/// A session of logind, whose locks are reported
/// (<https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.login1.html>).
struct LogindSession: Sendable {
    static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    let signals: AsyncStream<DBusSignal>
    let delay: SleepDelay
    let lifecycle: AppLifecycleManager

    /// Returns the path of the process's session. A process that the user's service manager started, such as a
    /// desktop's terminal, belongs to none: it uses the user's graphical session.
    ///
    /// - Parameters:
    ///   - process: The process's identifier.
    ///   - manager: logind's manager object.
    ///   - timeout: The maximum wait for each reply.
    static func path(
        of process: UInt32, by manager: DBusObject, timeout: Duration = DBusCall.defaultTimeout
    ) async throws(DBusError) -> String {
        do {
            return try await manager.call("GetSessionByPID", .uint32(process), timeout: timeout).string()
        } catch {
            guard error.name == "org.freedesktop.login1.NoSessionForPID" else { throw error }
            let path = try await manager.call("GetUserByPID", .uint32(process), timeout: timeout).string()
            let user = manager.peer.object(path, properties)
            let display = try await user.call(
                "Get", .string("org.freedesktop.login1.User"), .string("Display"), timeout: timeout)
            // The session's identifier, empty without a session, and its path.
            guard let items = display.values.first?.items, items.count == 2, items[0].string?.isEmpty == false,
                let session = items[1].string
            else { throw .unexpectedResponse }
            return session
        }
    }

    /// The session's identifier.
    static func name(
        of path: String, by logind: DBusPeer, timeout: Duration = DBusCall.defaultTimeout
    ) async throws(DBusError) -> String {
        try await logind.object(path, properties)
            .call("Get", .string(session), .string("Id"), timeout: timeout).string()
    }

    /// Returns the signals of logind and of the session from now on.
    static func signals(of logind: DBusPeer, session: String?) async -> AsyncStream<DBusSignal> {
        let sleep = DBusMatch(path: "/org/freedesktop/login1", interface: manager, member: "PrepareForSleep")
        guard let path = session else { return await logind.signals(sleep) }
        return await logind.signals(
            sleep, DBusMatch(path: path, interface: Self.session, member: "Lock"),
            DBusMatch(path: path, interface: properties, member: "PropertiesChanged", first: Self.session))
    }

    /// Reports locks, one after another.
    func report() async {
        for await signal in signals {
            switch (signal.member, signal.values.first) {
            case ("Lock", _): await lock()
            case ("PropertiesChanged", _) where Self.setsLockedHint(signal): await lock()
            case ("PrepareForSleep", .bool(true)):
                await lock()
                // Not earlier: secrets would still be in memory while the machine sleeps.
                delay.release()
            case ("PrepareForSleep", .bool(false)): _ = await delay.take()
            default: break
            }
        }
        delay.release()
    }

    /// Locks the app, and returns when it is locked.
    private func lock() async { await lifecycle.reportDeviceLock().value }

    /// Whether the signal sets `LockedHint`. Desktops that lock the screen themselves report it only in this property.
    private static func setsLockedHint(_ signal: DBusSignal) -> Bool {
        guard signal.values.count > 1 else { return false }
        return signal.values[1].items.contains { $0.items == [.string("LockedHint"), .bool(true)] }
    }
}
