import ChildProcess
import Foundation
import Testing

@testable import LatchkeyLinux

/// A process on the bus that was stopped, and so does not answer.
final class StoppedPeer {
    private let process: ChildProcess
    private let services: TestServices

    init(_ services: TestServices) throws {
        self.services = services
        // It says a line when it listens.
        process = try ChildProcess(
            URL(filePath: "/usr/bin/gdbus"),
            ["monitor", "--address", services.bus, "--dest", "org.freedesktop.login1"])
        _ = process.nextLine()
        process.send(SIGSTOP)
        #expect(try process.waitForChange() == .stopped(by: SIGSTOP))
    }

    /// Its unique name.
    func name() async throws -> String {
        let names = try await services.busObject().call("ListNames").values.flatMap(\.items).compactMap(\.string)
        for name in names where name.hasPrefix(":") {
            // A name may go meanwhile, such as that of the test before.
            if (try? await services.process(of: name)) == process.identifier { return name }
        }
        throw DBusError.unexpectedAnswer
    }
}
