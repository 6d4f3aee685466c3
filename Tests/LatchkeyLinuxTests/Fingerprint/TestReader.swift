import ChildProcess
import Foundation
import LatchkeyBiometrics
import Synchronization
import Testing

@testable import LatchkeyLinux

/// The real fprintd with libfprint's virtual reader, and the finger on it.
struct TestReader {
    static let mine = "mine"
    private static let service = "net.reactivated.Fprint"
    private static let device = "\(service).Device"
    /// The fprintd that a test has restarted. Kept: the next test uses it, and it ends with the bus.
    private static let daemon = Mutex<ChildProcess?>(nil)

    let services: TestServices
    private let finger: VirtualReader

    /// A reader with one finger enrolled, or none; plugged in, allowed, and free.
    init(isEnrolled: Bool = true) async throws {
        services = try TestServices()
        finger = VirtualReader(try #require(VirtualReader.socket))
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
        for command in commands { try finger.does(command) }
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

    /// Lets another process claim a match: to all at once, or to each process on the bus.
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

    /// Restarts fprintd, which plugs the reader in.
    func restart() async throws { try await end()() }

    /// Ends fprintd, and returns what starts it again.
    func end() async throws -> () async throws -> Void {
        let process = try await services.process(of: Self.service)
        let environment = try services.environment(of: process)
        kill(process, SIGKILL)
        try await services.waits(for: Self.service, isOwned: false)
        return {
            try Self.daemon.withLock {
                $0 = try ChildProcess(
                    URL(filePath: "/usr/libexec/fprintd"), ["--no-timeout"], environment: environment,
                    errors: URL(filePath: "/dev/null"))
            }
            try await services.waits(for: Self.service, isOwned: true)
        }
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
        let owner = try await DBusConnection.open(services.bus).startedOwner(of: Self.service, timeout: .seconds(20))
        let path = try await owner.object("/net/reactivated/Fprint/Manager", "\(Self.service).Manager")
            .call("GetDefaultDevice").string()
        return owner.object(path, Self.device)
    }

    private func enrol() async throws {
        try await withClaim { device in
            let statuses = await device.peer.signals(
                DBusMatch(path: device.path, interface: Self.device, member: "EnrollStatus"))
            _ = try await device.call("EnrollStart", .string("right-thumb"))
            for _ in 0..<5 { try does("SCAN \(Self.mine)") }
            for await status in statuses where status.values.last?.bool == true {
                #expect(status.values.first?.string == "enroll-completed")
                break
            }
            _ = try await device.call("EnrollStop")
        }
    }
}
