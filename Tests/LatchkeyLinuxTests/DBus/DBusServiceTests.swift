import Foundation
import Testing

@testable import LatchkeyLinux

@Suite(.whereServicesRun, .serialized, .timeLimit(.minutes(5))) struct DBusServiceTests {
    private let services: TestServices

    init() throws { services = try TestServices() }

    @Test func unownedNameHasNoOwner() async throws {
        let connection = try await DBusConnection.open(services.bus)
        #expect(try await connection.owner(of: "org.example.nobody") == nil)
        #expect(try await connection.owner(of: "org.freedesktop.login1")?.name.hasPrefix(":") == true)
    }

    @Test func errorContainsItsDBusName() async throws {
        let bus = try await services.busObject()
        await #expect { _ = try await bus.call("NoSuchMethod") } throws: {
            ($0 as? DBusError)?.name == "org.freedesktop.DBus.Error.UnknownMethod"
        }
    }

    @Test func unreachableBusThrowsADisconnectedError() async throws {
        await #expect { _ = try await DBusConnection.open("unix:path=/nonexistent/bus") } throws: {
            if case .disconnected = $0 as? DBusError { true } else { false }
        }
    }

    @Test func callInACancelledTaskThrowsACancellationError() async throws {
        let bus = try await services.busObject()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await bus.call("ListNames")
        }
        await #expect(throws: DBusError.cancelled) { try await task.value }
    }

    @Test func callWithoutAResponseTimesOut() async throws {
        // Not our own process: D-Bus libraries respond for unknown objects. A stopped process does not respond.
        let stopped = try StoppedPeer(services)
        let peer = DBusPeer(name: try await stopped.name(), connection: try await DBusConnection.open(services.bus))
        await #expect(throws: DBusError.timedOut) {
            _ = try await peer.object("/", "org.freedesktop.DBus.Peer").call("Ping", timeout: .milliseconds(20))
        }
    }

    @Test func signalStreamEndsWhenTheSenderDisconnects() async throws {
        let connection = try await DBusConnection.open(services.bus)
        var other: DBusConnection? = try await DBusConnection.open(services.bus)
        let name = try #require(other?.uniqueName)
        let signals = await DBusPeer(name: name, connection: connection).signals(
            DBusMatch(path: "/", interface: "org.example", member: "Never"))
        #expect(other != nil)
        other = nil
        for await _ in signals { Issue.record("no one sent this") }
    }

    @Test func aDescriptorIsClosedOnceAndNotInherited() async throws {
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let descriptor = DBusDescriptor(taking: ends[1])
        #expect(fcntl(ends[1], F_GETFD) == FD_CLOEXEC)
        descriptor.close()
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 0)
        // Reuses the number for another descriptor, which must stay open.
        #expect(dup2(ends[0], ends[1]) == ends[1])
        descriptor.close()
        #expect(fcntl(ends[1], F_GETFD) != -1)
        for end in ends { close(end) }
    }
}
