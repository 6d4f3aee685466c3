import HTTPTypes
import Hummingbird
import LatchkeyHTTPClient
import Logging
import Synchronization

/// A probe of the proxy: sends a request to the public URL, and receives it in place of the stopped server.
struct ProxyProbe: Sendable {
    /// The result of the request.
    enum Outcome: Equatable, Sendable {
        case arrived(ProxyHeaders)
        /// The port is in use, usually by the server.
        case portTaken(status: Int)
        /// The request did not arrive here.
        case elsewhere(status: Int)
        case unreachable(reason: String)
    }

    let host: String
    let port: Int
    let address: PublicURL
    /// A unique path that proxies of applications also forward.
    let path: String
    var timeout: Duration = .seconds(10)

    /// A path to which a running server responds 200, but nothing behind the lock does. The examples in `deploy` do not
    /// forward `/health`.
    private static let running = "/api/auth/sign-in-ways"

    func run() async -> Outcome {
        let arrival = Arrival()
        let (starts, start) = AsyncStream.makeStream(of: Bool.self)
        return await withTaskGroup(of: Void.self) { group in
            group.addTask {
                try? await application(arrival) { start.yield(true) }.runService(gracefulShutdownSignals: [])
                start.yield(false)
            }
            let listens = await starts.first { _ in true } ?? false
            let outcome = await ask(listens ? path : Self.running, arrival, listens: listens)
            group.cancelAll()
            return outcome
        }
    }

    private func application(
        _ arrival: Arrival, onStart: @escaping @Sendable () -> Void
    ) -> some ApplicationProtocol {
        let router = Router(context: BasicRequestContext.self)
        router.get(RouterPath(path)) { request, _ in
            arrival.note(request.headers[values: .xForwardedFor])
            return HTTPResponse.Status.noContent
        }
        // Its log would be about a server that does not run.
        var logger = Logger(label: "proxy-probe")
        logger.logLevel = .critical
        return Application(
            router: router, configuration: .init(address: .hostname(host, port: port)),
            onServerRunning: { _ in onStart() }, logger: logger)
    }

    private func ask(_ path: String, _ arrival: Arrival, listens: Bool) async -> Outcome {
        let request = HTTPClientRequest(.get, address.origin + path, headers: [.xForwardedFor: ProxyHeaders.forged])
        do throws(HTTPClientError) {
            let response = try await HTTPClient.send(request, timeout: timeout, maximumBody: 1 << 20)
            if let lines = arrival.lines { return .arrived(ProxyHeaders(lines: lines)) }
            return listens ? .elsewhere(status: response.status) : .portTaken(status: response.status)
        } catch {
            return .unreachable(reason: error.reason)
        }
    }
}

/// The lines of `X-Forwarded-For` that arrived.
private final class Arrival: Sendable {
    private let state = Mutex<[String]?>(nil)

    var lines: [String]? { state.withLock { $0 } }
    func note(_ lines: [String]) { state.withLock { $0 = lines } }
}

extension ProxyProbe.Outcome {
    func finding(trusted: Int, _ address: PublicURL) -> Finding {
        switch self {
        case .arrived(let headers):
            let finding = headers.finding(trusted: trusted, address)
            guard finding.status == .fine, !address.isHTTPS, !address.isLoopback else { return finding }
            return Finding(
                .proxy, .warning, "\(address.origin) is not https; passcodes are sent unencrypted",
                advice: "enable TLS on the proxy, and set LATCHKEY_PUBLIC_URL to its https address")
        case .portTaken(status: 200):
            return Finding(
                .proxy, .fine, "\(address.origin) responds; headers not tested, because the server is running",
                advice: "stop the server to test them")
        case .portTaken(let status), .elsewhere(let status):
            return Finding(
                .proxy, .failure, "\(address.origin) returns \(status), but not from this server",
                advice: "check its DNS name and its proxy")
        case .unreachable(let reason):
            return Finding(
                .proxy, .warning, "\(address.origin) cannot be reached from here (\(reason))",
                advice: "open it in a browser; it may work from elsewhere")
        }
    }
}
