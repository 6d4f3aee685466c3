import ChildProcess
import Foundation
import Testing

/// A bus of a test's own whose one service is started, and never comes.
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
        try Self.settings(socket: directory.url.appending(path: "bus").path, services: services.path)
            .write(to: settings, atomically: true, encoding: .utf8)
        bus = try ChildProcess(
            URL(filePath: "/usr/bin/dbus-daemon"),
            ["--config-file=\(settings.path)", "--nofork", "--nopidfile", "--print-address"],
            environment: ["PATH": "/usr/bin:/bin"], errors: directory.url.appending(path: "errors"))
        address = try #require(bus.nextLine())
    }

    /// The bus itself waits for ten seconds. Then it gives another answer than none.
    private static func settings(socket: String, services: String) -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(socket)</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(services)</servicedir>
          <limit name="service_start_timeout">10000</limit>
          <policy context="default">
            <allow own="*"/>
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
          </policy>
        </busconfig>
        """
    }
}
