/// fprintd's default reader, the first of the machine (<https://fprint.freedesktop.org/fprintd-dev/>).
///
/// It accepts messages only from the process that was fprintd at initialization.
struct FingerprintReader: Sendable {
    /// The error if no finger is enrolled.
    static let noEnrolledFingers = "net.reactivated.Fprint.Error.NoEnrolledPrints"

    private static let service = "net.reactivated.Fprint"
    /// The timeout of calls that open the reader. This may take seconds, including polkit's decision.
    private static let timeout = Duration.seconds(10)
    /// The timeout of calls that open no reader, which an app makes at its start.
    static let shortTimeout = Duration.seconds(5)
    /// The name that means the calling user, whom fprintd identifies.
    private static let caller = ""

    private let device: DBusObject
    private let shortTimeout: Duration

    /// Finds the reader. Starts fprintd, which ends when it is idle.
    ///
    /// - Parameters:
    ///   - connection: The connection to fprintd's bus.
    ///   - shortTimeout: The maximum wait for fprintd's start, and for each call that opens no reader.
    init(on connection: DBusConnection, shortTimeout: Duration = shortTimeout) async throws(DBusError) {
        self.shortTimeout = shortTimeout
        let owner = try await connection.startedOwner(of: Self.service, timeout: shortTimeout)
        let manager = owner.object("/net/reactivated/Fprint/Manager", "net.reactivated.Fprint.Manager")
        let path = try await manager.call("GetDefaultDevice", timeout: shortTimeout).string()
        device = owner.object(path, "net.reactivated.Fprint.Device")
    }

    /// The reader's name from its maker or driver.
    func name() async throws(DBusError) -> String {
        try await device.peer.object(device.path, "org.freedesktop.DBus.Properties")
            .call("Get", .string(device.interface), .string("name"), timeout: shortTimeout).string()
    }

    /// Returns the caller's enrolled fingers, by fprintd's names such as `right-index-finger`. Throws
    /// `NoEnrolledPrints` if there are none.
    func enrolledFingers() async throws(DBusError) -> [String] {
        try await device.call("ListEnrolledFingers", .string(Self.caller), timeout: shortTimeout)
            .values.flatMap(\.items).compactMap(\.string)
    }

    /// Claims the reader for this connection, until `release()` or the end of the connection.
    func claim() async throws(DBusError) {
        _ = try await device.call("Claim", .string(Self.caller), timeout: Self.timeout)
    }

    /// Returns fprintd's reports about fingers from now on. Ends with fprintd.
    func statuses() async -> AsyncStream<DBusSignal> {
        await device.peer.signals(DBusMatch(path: device.path, interface: device.interface, member: "VerifyStatus"))
    }

    /// Starts a scan for any of the enrolled fingers.
    func startVerifying() async throws(DBusError) {
        _ = try await device.call("VerifyStart", .string("any"), timeout: Self.timeout)
    }

    /// Stops a scan and releases the reader. Failures are harmless: the end of the connection also releases it.
    func release() async {
        _ = try? await device.call("VerifyStop", timeout: Self.timeout)
        _ = try? await device.call("Release", timeout: Self.timeout)
    }
}
