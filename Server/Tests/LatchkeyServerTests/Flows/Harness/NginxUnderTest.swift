import Foundation
import Testing

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
            let all = changes.merging([
                "server 127.0.0.1:8080;": "server 127.0.0.1:\(server.port);",
                "server 127.0.0.1:3000;": "server 127.0.0.1:\(applicationPort);",
                "listen 443 ssl;": "listen 127.0.0.1:\(port);",
                "    ssl_certificate /etc/ssl/desk.example.com.pem;\n": "",
                "    ssl_certificate_key /etc/ssl/desk.example.com.key;\n": "",
            ]) { own, _ in own }
            let process = try start(
                try example(all), applicationPort: applicationPort, in: server.data.scratch.appending(path: "nginx"))
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

    /// Returns the example with other ports and without TLS.
    private static func example(_ changes: [String: String]) throws -> String {
        let repository = (0..<6).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let file = repository.appending(path: "deploy/nginx/latchkey.conf")
        return try changes.reduce(try String(contentsOf: file, encoding: .utf8)) { text, change in
            try #require(text.contains(change.key), "the example has no \(change.key)")
            return text.replacing(change.key, with: change.value)
        }
    }

    private static func start(_ example: String, applicationPort: Int, in folder: URL) throws -> ChildProcess {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }
        let configuration = """
            # One process in the foreground, so that its id is the one to end.
            daemon off;
            master_process off;
            pid nginx.pid;
            error_log stderr;
            events {}
            http {
                access_log off;
                \(temporary.joined(separator: " "))
                server {
                    listen 127.0.0.1:\(applicationPort);
                    default_type text/plain;
                    location / {
                        set $who "$http_x_latchkey_email|$http_x_latchkey_user_id";
                        return 200 "$request_uri|$who|$http_cookie|$http_authorization";
                    }
                }
                \(example)
            }
            """
        try Data(configuration.utf8).write(to: folder.appending(path: "nginx.conf"))
        return try ChildProcess(
            [try #require(program), "-p", folder.path + "/", "-e", "stderr", "-c", "nginx.conf"], scratch: folder)
    }
}
