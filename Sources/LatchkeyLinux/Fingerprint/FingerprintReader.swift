/// fprintd's default reader, the first one of the machine (<https://fprint.freedesktop.org/fprintd-dev/>).
///
/// Bound to the process that was fprintd at initialisation: messages of other processes are ignored.
struct FingerprintReader: Sendable {
    /// The error when no finger is enrolled.
    static let noEnrolledFingers = "net.reactivated.Fprint.Error.NoEnrolledPrints"

    private static let service = "net.reactivated.Fprint"
    /// Opening a reader may take seconds, during which polkit is asked.
    private static let timeout = Duration.seconds(10)
    /// For calls that open no reader: an app makes them at its start.
    static let shortTimeout = Duration.seconds(5)
    /// Means the user who calls: fprintd knows which that is.
    private static let caller = ""

    private let device: DBusObject
    private let shortTimeout: Duration

    /// Finds the reader. Starts fprintd, which ends when it is idle.
    ///
    /// - Parameters:
    ///   - connection: To the bus of fprintd.
    ///   - shortTimeout: The longest wait for fprintd's start, and for each call that opens no reader.
    init(on connection: DBusConnection, shortTimeout: Duration = shortTimeout) async throws(DBusError) {
        self.shortTimeout = shortTimeout
        let owner = try await connection.startedOwner(of: Self.service, timeout: shortTimeout)
        let manager = owner.object("/net/reactivated/Fprint/Manager", "net.reactivated.Fprint.Manager")
        let path = try await manager.call("GetDefaultDevice", timeout: shortTimeout).string()
        device = owner.object(path, "net.reactivated.Fprint.Device")
    }

    /// The name that the reader's maker or driver has given it.
    func name() async throws(DBusError) -> String {
        try await device.peer.object(device.path, "org.freedesktop.DBus.Properties")
            .call("Get", .string(device.interface), .string("name"), timeout: shortTimeout).string()
    }

    /// The caller's enrolled fingers, by fprintd's names such as `right-index-finger`. Throws `NoEnrolledPrints` when
    /// there are none.
    func enrolledFingers() async throws(DBusError) -> [String] {
        try await device.call("ListEnrolledFingers", .string(Self.caller), timeout: shortTimeout)
            .values.flatMap(\.items).compactMap(\.string)
    }

    /// Claims the reader for this connection, until `release()` or the end of the connection.
    func claim() async throws(DBusError) {
        _ = try await device.call("Claim", .string(Self.caller), timeout: Self.timeout)
    }

    /// What fprintd reports about fingers after this returns. Ends with fprintd.
    func statuses() async -> AsyncStream<DBusSignal> {
        await device.peer.signals(DBusMatch(path: device.path, interface: device.interface, member: "VerifyStatus"))
    }

    /// Starts a scan for any of the enrolled fingers.
    func startVerifying() async throws(DBusError) {
        _ = try await device.call("VerifyStart", .string("any"), timeout: Self.timeout)
    }

    /// Stops a scan and releases the reader. Failures do not matter: the end of the connection releases it too.
    func release() async {
        _ = try? await device.call("VerifyStop", timeout: Self.timeout)
        _ = try? await device.call("Release", timeout: Self.timeout)
    }
}
