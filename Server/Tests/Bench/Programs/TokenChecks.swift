import ArgumentParser
import LatchkeyIdentity

/// Validation of an app's ID token with cached keys, alternating with only its signature check.
struct TokenChecks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Prints, for each round, tokens validated and bare signatures checked a second.")

    @OptionGroup var rounds: Rounds

    func run() async throws {
        let signed = try SignedToken()
        let provider = try IdentityProvider(
            issuer: SignedToken.issuer, clientID: nil, clientSecret: nil, audiences: ["app"], isDevelopment: false)
        let client = OpenIDClient(provider: provider, http: signed, clock: .system()) {
            [UInt8](repeating: 0, count: $0)
        }
        guard try await client.validateIDToken(signed.token).subject == "ann", signed.isSigned else {
            throw ExitCode.failure
        }
        for _ in 0..<rounds.count {
            let whole = try await rounds.rate { _ = try await client.validateIDToken(signed.token) }
            print(whole, try await rounds.rate { _ = signed.isSigned })
        }
    }
}
