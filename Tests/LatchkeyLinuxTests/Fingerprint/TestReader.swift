import ChildProcess
import Foundation
import LatchkeyBiometrics
import Synchronization
import Testing

@testable import LatchkeyLinux

/// The real fprintd with libfprint's virtual reader, and the finger on it.
struct TestReader {
    static let finger = "mine"
    private static let service = "net.reactivated.Fprint"
    private static let device = "\(service).Device"
    /// fprintd as a test has started it anew. Kept: the next test uses it, and it ends with the bus.
    private static let daemon = Mutex<ChildProcess?>(nil)

    let services: TestServices
    private let socket: String

    /// The virtual reader listens only while it is claimed.
    struct NobodyClaimedIt: Error {}

    /// A reader with one finger enrolled, or none; plugged in, allowed, and free.
    init(isEnrolled: Bool = true) async throws {
        services = try TestServices()
        socket = try #require(ProcessInfo.processInfo.environment["LATCHKEY_TEST_READER"])
        try allow(true)
        // fprintd sleeps with the machine, and a test may have sent it there.
        try TestLogind().prepareForSleep(false)
        do {
            _ = try await object()
        } catch {
            try await restart()
        }
        let isThere = (try? await biometrics().enrolledFingers()) != nil
        if isEnrolled, !isThere { try await enrol() }
        if !isEnrolled, isThere { try await withClaim { _ = try await $0.call("DeleteEnrolledFingers2") } }
    }

    /// What is tested.
    func biometrics(
        timeLimit: Duration = .seconds(30), clock: some Clock<Duration> = ContinuousClock(),
        onHint: @escaping @Sendable (FingerprintHint) -> Void = { _ in }
    ) -> FingerprintBiometricAuth {
        FingerprintBiometricAuth(bus: services.bus, timeLimit: timeLimit, clock: clock, onHint: onHint)
    }

    /// Does something at the reader, in the words of libfprint's virtual device. It listens while it is claimed.
    func does(_ commands: String...) throws {
        for command in commands { try send(command) }
    }

    /// Asks, and does that at the reader each time that it asks for a finger.
    func authenticate(_ doings: [String]) async -> (BiometricOutcome, [FingerprintHint]) {
        let hints = Mutex<[FingerprintHint]>([])
        let left = Mutex(doings[...])
        let outcome = await biometrics { hint in
            hints.withLock { $0.append(hint) }
            guard let next = left.withLock({ $0.popFirst() }) else { return }
            do { try self.does(next) } catch { Issue.record(error) }
        }.authenticate(reason: "Test the reader.")
        return (outcome, hints.withLock { $0 })
    }

    /// Whether the reader can be claimed by another process on the bus.
    func isFree() async -> Bool {
        do {
            try await withClaim { _ in }
            return true
        } catch {
            return false
        }
    }

    /// Has another process say that there was a match: to everybody, or to each on the bus.
    func forgeMatch(isToOne: Bool) throws {
        try services.forge(
            "/net/reactivated/Fprint/Device/0", "\(Self.device).VerifyStatus", "'verify-match'", "true",
            isToOne: isToOne)
    }

    /// Has polkit say yes or no to every question about readers.
    func allow(_ isAllowed: Bool) throws {
        let action = "net.reactivated.fprint.device"
        let actions = ["verify", "enroll", "setusername"].map { "'\(action).\($0)'" }.joined(separator: ", ")
        try services.call(
            "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority",
            "org.freedesktop.DBus.Mock.SetAllowed",
            isAllowed ? "[\(actions)]" : "@as []")
    }

    /// Ends fprintd, and starts it anew, which plugs the reader in.
    func restart() async throws {
        let former = try await services.process(of: Self.service)
        let environment = try services.environment(of: former)
        try await end()
        try Self.daemon.withLock {
            $0 = try ChildProcess(
                URL(filePath: "/usr/libexec/fprintd"), ["--no-timeout"], environment: environment,
                errors: URL(filePath: "/dev/null"))
        }
        try await services.waits(for: Self.service, isOwned: true)
    }

    /// Ends fprintd.
    func end() async throws {
        kill(try await services.process(of: Self.service), SIGKILL)
        try await services.waits(for: Self.service, isOwned: false)
    }

    /// Has the reader claimed by another connection, while the body runs.
    func withClaim(_ body: (DBusObject) async throws -> Void) async throws {
        let device = try await object()
        _ = try await device.call("Claim", .string(""))
        do {
            try await body(device)
        } catch {
            _ = try await device.call("Release")
            throw error
        }
        _ = try await device.call("Release")
    }

    private func object() async throws -> DBusObject {
        let owner = try await DBusConnection.open(services.bus).startedOwner(of: Self.service)
        let path = try await owner.object("/net/reactivated/Fprint/Manager", "\(Self.service).Manager")
            .call("GetDefaultDevice").string()
        return owner.object(path, Self.device)
    }

    private func enrol() async throws {
        try await withClaim { device in
            let statuses = await device.peer.signals(
                DBusMatch(path: device.path, interface: Self.device, member: "EnrollStatus"))
            _ = try await device.call("EnrollStart", .string("right-thumb"))
            for _ in 0..<5 { try does("SCAN \(Self.finger)") }
            for await status in statuses where status.values.last?.bool == true {
                #expect(status.values.first?.string == "enroll-completed")
                break
            }
            _ = try await device.call("EnrollStop")
        }
    }

    /// One command is one connection.
    private func send(_ command: String) throws {
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
        guard connected == 0 else { throw NobodyClaimedIt() }
        let bytes = Array(command.utf8)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        shutdown(descriptor, Int32(SHUT_WR))
        var byte: UInt8 = 0
        // It closes when it has taken the command.
        _ = read(descriptor, &byte, 1)
    }
}
