/// fprintd's reader: the first one of the machine (<https://fprint.freedesktop.org/fprintd-dev/>).
///
/// Bound to the process that was fprintd when this was made: only what that process says counts.
struct FingerprintReader: Sendable {
    /// The error that says that no finger is enrolled.
    static let nobodyEnrolled = "net.reactivated.Fprint.Error.NoEnrolledPrints"

    private static let service = "net.reactivated.Fprint"
    /// Opening a reader may take seconds, and polkit is asked meanwhile.
    private static let timeout = Duration.seconds(10)
    /// For what asks no reader: an app looks for one when it starts.
    static let shortTimeout = Duration.seconds(5)
    /// fprintd knows who calls: this means the caller himself.
    private static let caller = ""

    private let device: DBusObject
    private let shortTimeout: Duration

    /// Finds the reader. fprintd ends when it has nothing to do, and is started if need be.
    ///
    /// - Parameters:
    ///   - connection: To the bus that fprintd is on.
    ///   - shortTimeout: How long each question waits that asks no reader, and the start of fprintd.
    init(
        on connection: DBusConnection, shortTimeout: Duration = shortTimeout
    ) async throws(DBusError) {
        self.shortTimeout = shortTimeout
        let owner = try await connection.startedOwner(of: Self.service, timeout: shortTimeout)
        let manager = owner.object("/net/reactivated/Fprint/Manager", "net.reactivated.Fprint.Manager")
        let path = try await manager.call("GetDefaultDevice", timeout: shortTimeout).string()
        device = owner.object(path, "net.reactivated.Fprint.Device")
    }

    /// The reader's name, as its maker or its driver has it.
    func name() async throws(DBusError) -> String {
        try await device.peer.object(device.path, "org.freedesktop.DBus.Properties")
            .call("Get", .string(device.interface), .string("name"), timeout: shortTimeout).string()
    }

    /// The fingers of the caller that are enrolled, by fprintd's names such as `right-index-finger`. Throws
    /// `NoEnrolledPrints` when there are none.
    func enrolledFingers() async throws(DBusError) -> [String] {
        try await device.call("ListEnrolledFingers", .string(Self.caller), timeout: shortTimeout)
            .values.flatMap(\.items).compactMap(\.string)
    }

    /// Takes the reader for this connection: nobody else can use it until `release()`, or the connection's end.
    func claim() async throws(DBusError) {
        _ = try await device.call("Claim", .string(Self.caller), timeout: Self.timeout)
    }

    /// What fprintd says about fingers from now on. Ends when fprintd does.
    func statuses() async -> AsyncStream<DBusSignal> {
        await device.peer.signals(
            DBusMatch(path: device.path, interface: device.interface, member: "VerifyStatus"))
    }

    /// Lets the reader look for any of the fingers enrolled.
    func startVerifying() async throws(DBusError) {
        _ = try await device.call("VerifyStart", .string("any"), timeout: Self.timeout)
    }

    /// Gives the reader back, whatever it does. A failure costs nothing: the end of the connection gives it back too.
    func release() async {
        _ = try? await device.call("VerifyStop", timeout: Self.timeout)
        _ = try? await device.call("Release", timeout: Self.timeout)
    }
}
