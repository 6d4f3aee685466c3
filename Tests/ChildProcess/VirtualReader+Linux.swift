#if os(Linux)
internal import Foundation

/// A controller for libfprint's virtual reader, which `scripts/with-linux-services` provides to fprintd.
public struct VirtualReader: Sendable {
    /// An error for a command while the reader is not claimed, when it does not listen.
    public struct NotClaimed: Error {}

    /// An error for a failed enrolment.
    public struct NotEnrolled: Error {}

    /// The path of the reader's socket; nil outside `scripts/with-linux-services`.
    public static var socket: String? { ProcessInfo.processInfo.environment["LATCHKEY_TEST_READER"] }

    private let socket: String

    public init(_ socket: String) { self.socket = socket }

    /// Enrols the finger `mine`, unless a finger is enrolled.
    public func enrol() throws {
        let errors = URL(filePath: "/dev/null")
        let list = try ChildProcess(
            URL(filePath: "/usr/bin/gdbus"),
            [
                "call", "--system", "--dest", "net.reactivated.Fprint", "--object-path",
                "/net/reactivated/Fprint/Device/0", "--method", "net.reactivated.Fprint.Device.ListEnrolledFingers", "",
            ], errors: errors)
        guard try list.waitForChange() != .exited(0) else { return }
        let process = try ChildProcess(
            URL(filePath: "/usr/bin/fprintd-enroll"), ["-f", "right-thumb"], errors: errors)
        // The reader is claimed when this line appears.
        while let line = process.nextLine(), !line.hasPrefix("Enrolling") {}
        for _ in 0..<5 { try does("SCAN mine") }
        while process.nextLine() != nil {}
        guard try process.waitForChange() == .exited(0) else { throw NotEnrolled() }
    }

    /// Sends a command of libfprint's virtual device: `SCAN mine`, `RETRY 0`, `UNPLUG`.
    public func does(_ command: String) throws {
        // Each command requires its own connection.
        let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8.prefix($0.count - 1)) }
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else { throw NotClaimed() }
        let bytes = Array(command.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw NotClaimed() }
        shutdown(descriptor, Int32(SHUT_WR))
        var byte: UInt8 = 0
        // The reader closes the connection after receiving the command.
        _ = read(descriptor, &byte, 1)
    }
}
#endif
