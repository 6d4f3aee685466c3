import ChildProcess
import Foundation
import Testing

/// A bus for one test, whose only service is started and never appears.
final class HangingService {
    /// The bus.
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
        // The bus itself waits for ten seconds. Then it gives another answer than none.
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
