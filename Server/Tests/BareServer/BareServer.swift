import Foundation
import Hummingbird

/// A route that does nothing, to measure the gate against: what the web framework costs by itself.
@main
enum BareServer {
    static func main() async throws {
        let router = Router()
        router.get("/") { _, _ in HTTPResponse.Status.noContent }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                let line = "listening on http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
                FileHandle.standardOutput.write(Data(line.utf8))
            })
        try await application.runService()
    }
}
