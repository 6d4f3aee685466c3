import LatchkeyAPI

/// Signs in with the code of an email. An app uses `LatchkeySession` instead.
func signInWithoutSession() async throws(APIError) -> SessionResponse? {
    guard let server = ServerURL("https://lock.example.com") else { return nil }
    let client = LatchkeyClient(server: server, transport: URLSessionTransport())
    try await client.requestMagicLink(email: "ann@example.com")
    return try await client.signIn(with: .code("K7QM-2XPD", email: "ann@example.com"))
}
