import Testing

@testable import LatchkeyTerminal

@Suite struct ProviderMetadataTests {
    @Test(arguments: [
        ["issuer": "https://login.example/desk/"], ["issuer": "https://evil.example"],
        ["token_endpoint": "http://login.example/token"], ["token_endpoint": "https://u:p@login.example/token"],
        ["token_endpoint": "https://login.example/token#x"], ["token_endpoint": "file:///etc/passwd"],
    ])
    func metadataWithAWrongIssuerOrUnsafeEndpointIsRejected(members: [String: String]) async throws {
        let provider = ScriptedProvider()
        provider.setDocument(members)
        #expect(
            await rejection { () async throws(ProviderSignInError) in try await provider.metadata() } == .unreachable)
    }

    @Test func endpointUnsafeForABrowserIsIgnored() async throws {
        let provider = ScriptedProvider()
        provider.setDocument([
            "authorization_endpoint": "http://login.example/authorize", "device_authorization_endpoint": "ftp://x",
        ])
        let metadata = try await provider.metadata()
        #expect(metadata.authorization == nil && metadata.device == nil)
        #expect(ProviderAddress("http://127.0.0.1:9000/authorize") != nil)
    }
}
