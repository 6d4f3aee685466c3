import AsyncHTTPClient
import Foundation
import Hummingbird

/// A shop's backend behind Latchkey: `GET /tickets` takes an open session, `POST /refunds` a passcode that was given in
/// the last five minutes.
@main
struct BackendSwift {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let secret = environment["LATCHKEY_INTROSPECTION_SECRET"], !secret.isEmpty else {
            fatalError("LATCHKEY_INTROSPECTION_SECRET is not set: it is the server's")
        }
        // The secret and the token go to no other host.
        let configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .seconds(1), read: .seconds(2)))
        try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            let latchkey = Latchkey(
                client, url: environment["LATCHKEY_URL"] ?? "http://127.0.0.1:8080", secret: secret)
            let port = environment["PORT"].flatMap(Int.init) ?? 3000
            let application = Application(
                router: Shop(latchkey: latchkey).router(),
                configuration: .init(address: .hostname("127.0.0.1", port: port)),
                onServerRunning: { channel in
                    print("listening on http://127.0.0.1:\(channel.localAddress?.port ?? port)")
                    fflush(nil)
                })
            try await application.runService()
        }
    }
}
