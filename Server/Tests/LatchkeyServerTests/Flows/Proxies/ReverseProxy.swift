import Foundation

/// A reverse proxy with an example in `deploy`, from Debian.
enum ReverseProxy: String, CaseIterable, Sendable {
    case nginx, caddy, haproxy, apache

    /// The ports of a proxy, its gate and its application.
    struct Ports {
        let own: Int
        let gate: Int
        let application: Int
    }

    /// The missing requirement; nil if the proxy can run.
    var absence: String? {
        switch self {
        case .nginx, .caddy: program == nil ? "\(rawValue) is absent" : nil
        case .haproxy: Self.hasHTTPClient ? nil : "haproxy 2.6 or newer is absent"
        case .apache:
            program != nil && Self.hasLuaInApache ? nil : "apache2-bin or lua-socket is absent"
        }
    }

    /// Writes the configuration into the directory, and returns the command that runs the proxy in the foreground.
    ///
    /// - Parameter servers: More servers of nginx.
    func command(
        _ ports: Ports, changes: [String: String], adding servers: String = "", in folder: URL
    ) throws -> [String] {
        let program = program ?? rawValue
        switch self {
        case .nginx:
            let file = try write(nginx(example("nginx/latchkey.conf", ports, changes) + servers), "proxy", folder)
            return [program, "-p", folder.path + "/", "-e", "stderr", "-c", file]
        case .caddy:
            let file = try write(try example("caddy/Caddyfile", ports, changes), "proxy", folder)
            return [program, "run", "--adapter", "caddyfile", "--config", file]
        case .haproxy:
            let script = try write(try example("haproxy/application.lua", ports, [:]), "application.lua", folder)
            var example = try example("haproxy/application.cfg", ports, changes)
            // Only root can change to another user.
            if geteuid() != 0 { example.replace(#/\n *(chroot|user|group) [^\n]*/#, with: "") }
            return [
                program, "-db", "-f",
                try write(example.replacing("/etc/haproxy/application.lua", with: script), "proxy", folder),
            ]
        case .apache:
            let script = try write(try example("apache/latchkey.lua", ports, changes), "latchkey.lua", folder)
            let example = try example("apache/latchkey.conf", ports, [:])
                .replacing("/etc/apache2/latchkey.lua", with: script)
            // A single process, so that its ID ends the proxy.
            return [program, "-X", "-f", try write(apache(example, ports, folder), "proxy", folder)]
        }
    }

    private var program: String? { ServerExecutable.installed(self == .apache ? "apache2" : rawValue) }

    private static let modules = "/usr/lib/apache2/modules"

    private static let hasLuaInApache = ["\(modules)/mod_lua.so", "/usr/share/lua/5.3/socket/http.lua"]
        .allSatisfy { FileManager.default.fileExists(atPath: $0) }

    /// Its Lua has an HTTP client since 2.5 (https://docs.haproxy.org/2.6/management.html).
    private static let hasHTTPClient: Bool = {
        guard let program = ReverseProxy.haproxy.program else { return false }
        let (process, output) = (Process(), Pipe())
        (process.executableURL, process.arguments) = (URL(filePath: program), ["-v"])
        process.standardOutput = output
        guard (try? process.run()) != nil else { return false }
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard let version = said.firstMatch(of: /version ([0-9]+)\.([0-9]+)/) else { return false }
        return (Int(version.1) ?? 0, Int(version.2) ?? 0) >= (2, 6)
    }()
}

extension ReverseProxy {
    /// Returns an example with the ports, without TLS, and with other changes.
    private func example(_ path: String, _ ports: Ports, _ changes: [String: String]) throws -> String {
        let repository = (0..<6).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let text = try String(contentsOf: repository.appending(path: "deploy/" + path), encoding: .utf8)
        return try changes.reduce(text) { text, change in
            guard text.contains(change.key) else { throw DeadlineError(description: "no \(change.key) in \(path)") }
            return text.replacing(change.key, with: change.value)
        }
        .replacing("127.0.0.1:8080", with: "127.0.0.1:\(ports.gate)")
        .replacing("127.0.0.1:3000", with: "127.0.0.1:\(ports.application)")
        .replacing("listen 443 ssl;", with: "listen 127.0.0.1:\(ports.own);")
        .replacing("desk.example.com {", with: "{\n\tadmin off\n}\nhttp://127.0.0.1:\(ports.own) {\n\tbind 127.0.0.1")
        .replacing("bind :443 ssl crt /etc/haproxy/desk.example.com.pem", with: "bind 127.0.0.1:\(ports.own)")
        .replacing("*:443", with: "127.0.0.1:\(ports.own)")
        .replacing(#/\n *(ssl_certificate|SSL)[^\n]*/#, with: "")
    }

    private func write(_ text: String, _ name: String, _ folder: URL) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    private func nginx(_ example: String) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \($0);" }
        return """
            # One process, so that its id is the one to end.
            daemon off;
            master_process off;
            pid nginx.pid;
            error_log stderr;
            events {}
            http {
                access_log off;
                \(temporary.joined(separator: " "))
                \(example)
            }
            """
    }

    private func apache(_ example: String, _ ports: Ports, _ folder: URL) -> String {
        let modules = ["mpm_event", "authz_core", "proxy", "proxy_http", "lua"].map {
            "LoadModule \($0)_module \(Self.modules)/mod_\($0).so"
        }
        return """
            ServerName 127.0.0.1
            ServerRoot \(folder.path)
            DefaultRuntimeDir \(folder.path)
            PidFile \(folder.path)/pid
            ErrorLog /dev/stderr
            Listen 127.0.0.1:\(ports.own)
            \(modules.joined(separator: "\n"))
            # Effective only for root; Apache handles requests as another user.
            User nobody
            Group nogroup
            \(example)
            """
    }
}
