import Foundation
import Hummingbird
import LatchkeyAPI
import LatchkeyHummingbird

/// The backend of a shop behind Latchkey. `GET /tickets` requires an open session, and `POST /refunds` also a passcode
/// that was verified in the last five minutes.
@main
struct BackendSwift {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let server = ServerURL(environment["LATCHKEY_URL"] ?? "http://127.0.0.1:8080") else {
            fail(
                "LATCHKEY_URL: write https://HOST, https://HOST:PORT or https://HOST/PATH, and nothing else. "
                    + "http is accepted for localhost, 127.x.x.x and [::1] only")
        }
        let secret = environment["LATCHKEY_INTROSPECTION_SECRET"] ?? ""
        guard let latchkey = BackendClient(server: server, secret: secret, transport: CurlTransport()) else {
            fail("LATCHKEY_INTROSPECTION_SECRET is not set: use the server's")
        }
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

    private static func fail(_ reason: String) -> Never {
        try? FileHandle.standardError.write(contentsOf: Data("backend-swift: \(reason)\n".utf8))
        exit(2)
    }
}
