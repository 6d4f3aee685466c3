import Testing

extension ProxyContract {
    /// Runs doctor next to the server, and in its place.
    func doctor() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let origin = scene.site.origin
            #expect(try await line(scene, trusted: 1).hasSuffix("the server is running; stop the server to test them"))
            await scene.server.process.kill9()
            let right = try await line(scene, trusted: 1)
            #expect(right == "proxy: ok: \(origin) has as many proxies as are trusted: 1")
            let wrong = try await line(scene, trusted: 2)
            #expect(wrong.hasPrefix("proxy: failure: "), "\(wrong)")
            #expect(wrong.hasSuffix("set LATCHKEY_TRUSTED_PROXIES to 1"), "\(wrong)")
        }
    }

    private func line(_ scene: ProxyUnderTest, trusted: Int) async throws -> String {
        let settings = [
            "LATCHKEY_PORT": scene.server.port, "LATCHKEY_PUBLIC_URL": scene.site.origin,
            "LATCHKEY_TRUSTED_PROXIES": "\(trusted)",
        ]
        let result = try await scene.server.data.run(["doctor"], settings: settings)
        return try #require(result.output.split(separator: "\n").first { $0.hasPrefix("proxy: ") }.map { String($0) })
    }
}
