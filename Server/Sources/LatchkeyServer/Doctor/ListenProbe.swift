import Foundation
import HTTPTypes
import LatchkeyHTTPClient
import NIOCore
import NIOPosix

/// A probe of the server's ports: listens briefly, and if another program already does, checks whether it is the
/// server.
struct ListenProbe: Sendable {
    /// A port of the server, and its expected response.
    struct Endpoint: Sendable {
        let name: String
        let port: Int
        let path: String
        let isServer: @Sendable (String) -> Bool

        static func requests(_ port: Int) -> Endpoint {
            Endpoint(name: SettingTable.name(of: \.port), port: port, path: "/health/live") {
                $0 == #"{"status":"live"}"#
            }
        }

        static func metrics(_ port: Int) -> Endpoint {
            Endpoint(name: SettingTable.name(of: \.metricsPort), port: port, path: "/metrics") {
                $0.contains("\nlatchkey_kdf_permits ")
            }
        }
    }

    let host: String

    /// The URL of a server that listens on the host, from this machine.
    static func origin(_ host: String, _ port: Int) -> String {
        let host = ["0.0.0.0": "127.0.0.1", "::": "[::1]"][host] ?? host
        return "http://\(host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host):\(port)"
    }

    func finding(_ endpoint: Endpoint) async -> Finding {
        let address = "\(host):\(endpoint.port)"
        do {
            // With the server's own options.
            let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: endpoint.port).get()
            try? await channel.close()
            return Finding(.listening, .fine, "\(endpoint.name): \(address) is free")
        } catch {
            let code = (error as? IOError)?.errnoCode
            if code == EADDRINUSE, await isServer(endpoint) {
                return Finding(
                    .listening, .fine, "\(endpoint.name): a Latchkey server already listens on \(address)")
            }
            let rejection =
                SettingError(listeningOn: host, endpoint.port, endpoint.name, error)
                ?? SettingError(name: endpoint.name, reason: "cannot listen on \(address) (\(error))")
            return Finding(.listening, .failure, rejection.description)
        }
    }

    private func isServer(_ endpoint: Endpoint) async -> Bool {
        await response(endpoint.port, endpoint.path).map(endpoint.isServer) ?? false
    }

    /// Returns the body of a response with status 200; nil for other responses, or none in time.
    func response(_ port: Int, _ path: String) async -> String? {
        let request = HTTPClientRequest(.get, Self.origin(host, port) + path)
        let response = try? await HTTPClient.send(request, timeout: .seconds(5), maximumBody: 1 << 20)
        return response?.status == 200 ? response.map { String(decoding: $0.body, as: UTF8.self) } : nil
    }
}
