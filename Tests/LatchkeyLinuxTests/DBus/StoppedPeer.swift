import ChildProcess
import Foundation
import Testing

@testable import LatchkeyLinux

/// A stopped process on the bus, which does not respond.
final class StoppedPeer {
    private let process: ChildProcess
    private let services: TestServices

    init(_ services: TestServices) throws {
        self.services = services
        // It prints a line once it listens.
        process = try ChildProcess(
            URL(filePath: "/usr/bin/gdbus"),
            ["monitor", "--address", services.bus, "--dest", "org.freedesktop.login1"])
        _ = process.nextLine()
        process.send(SIGSTOP)
        #expect(try process.waitForChange() == .stopped(by: SIGSTOP))
    }

    /// Returns its unique name.
    func name() async throws -> String {
        let names = try await services.busObject().call("ListNames").values.flatMap(\.items).compactMap(\.string)
        for name in names where name.hasPrefix(":") {
            // A name may disappear meanwhile, such as that of a previous test.
            if (try? await services.process(of: name)) == process.identifier { return name }
        }
        throw DBusError.unexpectedResponse
    }
}
