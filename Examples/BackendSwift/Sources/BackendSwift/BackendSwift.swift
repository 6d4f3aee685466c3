import Foundation
import Hummingbird

/// A shop's backend behind Latchkey: `GET /tickets` takes an open session, `POST /refunds` a passcode that was given in
/// the last five minutes.
@main
struct BackendSwift {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let secret = environment["LATCHKEY_INTROSPECTION_SECRET"], !secret.isEmpty else {
            fail("LATCHKEY_INTROSPECTION_SECRET is not set: it is the server's")
        }
        guard let server = URL(string: environment["LATCHKEY_URL"] ?? "http://127.0.0.1:8080") else {
            fail("LATCHKEY_URL is not a URL")
        }
        let port = environment["PORT"].flatMap(Int.init) ?? 3000
        let application = Application(
            router: Shop(latchkey: Latchkey(server: server, secret: secret)).router(),
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
