import ArgumentParser
import Foundation
import Hummingbird

/// A route that does nothing, to compare the gate with the cost of the web framework.
struct BareRoute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serves a route that does nothing.")

    func run() async throws {
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
