import Foundation

/// Debian's nginx with this repository's example configuration, in front of a server and of an application that reports
/// its requests.
struct NginxUnderTest {
    /// The origin in browsers, through nginx.
    let site: ServerUnderTest
    /// The server without nginx.
    let server: ServerUnderTest

    static let program = ServerExecutable.installed("nginx")

    /// Runs `body` behind nginx, and ends all processes afterwards.
    ///
    /// - Parameters:
    ///   - changes: Replacements in the example configuration.
    ///   - port: The port of nginx; nil for a free one.
    ///   - publicPort: The port of Latchkey's pages, if it differs.
    static func run<Value>(
        changes: [String: String] = [:], port: Int? = nil, publicPort: Int? = nil,
        _ body: (NginxUnderTest) async throws -> Value
    ) async throws -> Value {
        let (freePort, applicationPort) = (try await FreePort.find(), try await FreePort.find())
        let port = port ?? freePort
        let settings = [
            "LATCHKEY_PUBLIC_URL": "http://127.0.0.1:\(publicPort ?? port)", "LATCHKEY_TRUSTED_PROXIES": "1",
        ]
        return try await ServerUnderTest.run(settings: settings) { server in
            let folder = server.data.scratch.appending(path: "nginx")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let command = try ReverseProxy.nginx.command(
                ReverseProxy.Ports(own: port, gate: server.portNumber, application: applicationPort),
                changes: changes, adding: application(on: applicationPort), in: folder)
            let process = try ChildProcess(command, scratch: folder)
            let result: Result<Value, any Error>
            do {
                let site = ServerUnderTest(
                    process: server.process, data: server.data, origin: "http://127.0.0.1:\(port)")
                try await waitUntil("nginx; it printed: \(process.errors)") {
                    guard process.isRunning else { throw DeadlineError(description: process.errors) }
                    return try await !site.rejectsConnections()
                }
                result = .success(try await body(NginxUnderTest(site: site, server: server)))
            } catch {
                result = .failure(error)
            }
            await process.kill9()
            return try result.get()
        }
    }

    /// Requests a page of the application like a browser's navigation.
    func open(_ path: String, cookie: String? = nil) async throws -> TestResponse {
        try await site.send("GET", path, cookie: cookie, headers: ["Sec-Fetch-Mode": "navigate"])
    }

    private static func application(on port: Int) -> String {
        """
        server {
            listen 127.0.0.1:\(port);
            default_type text/plain;
            location / {
                set $who "$http_x_latchkey_email|$http_x_latchkey_user_id";
                return 200 "$request_uri|$who|$http_cookie|$http_authorization";
            }
        }
        """
    }
}
