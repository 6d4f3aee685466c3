import ChildProcess
import Foundation
import Testing

/// A bus for one test, with one activatable service that never appears.
final class HangingService {
    /// The address of the bus.
    let address: String
    private let directory: TemporaryDirectory
    private let bus: ChildProcess

    init(_ name: String) throws {
        directory = try TemporaryDirectory()
        let (settings, services) = (
            directory.url.appending(path: "bus.conf"), directory.url.appending(path: "services")
        )
        try FileManager.default.createDirectory(at: services, withIntermediateDirectories: false)
        try "[D-BUS Service]\nName=\(name)\nExec=/bin/sleep 10\n"
            .write(to: services.appending(path: "\(name).service"), atomically: true, encoding: .utf8)
        // After its activation timeout of ten seconds, the bus reports an error.
        let own = """
            <servicedir>\(services.path)</servicedir>
            <limit name="service_start_timeout">10000</limit>
            """
        try BusSettings.text(socket: directory.url.appending(path: "bus").path, more: own)
            .write(to: settings, atomically: true, encoding: .utf8)
        bus = try ChildProcess(
            URL(filePath: "/usr/bin/dbus-daemon"),
            ["--config-file=\(settings.path)", "--nofork", "--nopidfile", "--print-address"],
            environment: ["PATH": "/usr/bin:/bin"], errors: directory.url.appending(path: "errors"))
        address = try #require(bus.nextLine())
    }
}
