import ChildProcess
import Foundation
import LatchkeyBiometrics
import Synchronization
import Testing

@testable import LatchkeyLinux

/// The real fprintd with libfprint's virtual reader and finger.
struct TestReader {
    static let mine = "mine"
    private static let service = "net.reactivated.Fprint"
    private static let device = "\(service).Device"
    /// The fprintd restarted by a test. Later tests use it, and it ends with the bus.
    private static let daemon = Mutex<ChildProcess?>(nil)

    let services: TestServices
    private let finger: VirtualReader

    /// Resets the reader: plugged in, allowed and free, with one finger enrolled or none.
    init(isEnrolled: Bool = true) async throws {
        services = try TestServices()
        finger = VirtualReader(try #require(VirtualReader.socket))
        try allow(true)
        // fprintd suspends with the machine, and a previous test may have simulated that.
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

    /// Returns the authenticator under test.
    func biometrics(
        timeLimit: Duration = .seconds(30), clock: some Clock<Duration> = ContinuousClock(),
        onHint: @escaping @Sendable (FingerprintHint) -> Void = { _ in }
    ) -> FingerprintBiometricAuth {
        FingerprintBiometricAuth(bus: services.bus, timeLimit: timeLimit, clock: clock, onHint: onHint)
    }

    /// Sends commands of libfprint's virtual device, which listens while the reader is claimed.
    func does(_ commands: String...) throws {
        for command in commands { try finger.does(command) }
    }

    /// Authenticates, and sends the next command each time the reader waits for a finger.
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

    /// Returns whether another connection on the bus can claim the reader.
    func isFree() async -> Bool {
        do {
            try await withClaim { _ in }
            return true
        } catch {
            return false
        }
    }

    /// Sends a forged match from another process: as a broadcast, or to each process on the bus.
    func forgeMatch(isToOne: Bool) throws {
        try services.forge(
            "/net/reactivated/Fprint/Device/0", "\(Self.device).VerifyStatus", "'verify-match'", "true",
            isToOne: isToOne)
    }

    /// Makes polkit allow or deny all actions on readers.
    func allow(_ isAllowed: Bool) throws {
        let action = "net.reactivated.fprint.device"
        let actions = ["verify", "enroll", "setusername"].map { "'\(action).\($0)'" }.joined(separator: ", ")
        try services.call(
            "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority",
            "org.freedesktop.DBus.Mock.SetAllowed",
            isAllowed ? "[\(actions)]" : "@as []")
    }

    /// Restarts fprintd, which plugs in the reader.
    func restart() async throws { try await end()() }

    /// Stops fprintd. Returns a closure that restarts it.
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

    /// Claims the reader from another connection while the body runs.
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
