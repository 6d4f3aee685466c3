import Crypto
import CryptoExtras
import Foundation
import LatchkeyEncoding
import LatchkeyIdentity

/// Validates an app's ID token with keys that are kept, and checks its signature alone, in turns, for so many seconds
/// each. Prints for each round how many of both it did a second.
///
///     identity-bench SECONDS ROUNDS
@main
enum IdentityBench {
    /// Not on the main actor: no server's request runs there.
    @concurrent static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 3, let seconds = Double(words[1]), let rounds = Int(words[2]) else {
            FileHandle.standardError.write(Data("usage: identity-bench SECONDS ROUNDS\n".utf8))
            exit(2)
        }
        let signed = try SignedText()
        let provider = try IdentityProvider(
            issuer: SignedText.issuer, clientID: nil, clientSecret: nil, audiences: ["app"], isDevelopment: false)
        let client = OpenIDClient(provider: provider, http: signed, clock: .system()) {
            [UInt8](repeating: 0, count: $0)
        }
        guard try await client.validateIDToken(signed.token).subject == "ann",
            signed.isSigned
        else { exit(1) }
        for _ in 0..<rounds {
            let whole = try await rate(seconds) { _ = try await client.validateIDToken(signed.token) }
            let bare = try await rate(seconds) { _ = signed.isSigned }
            print(whole, bare)
        }
    }

    /// How often a second.
    private static func rate(_ seconds: Double, _ work: () async throws -> Void) async throws -> Double {
        let begun = ContinuousClock.now
        var (count, took) = (0.0, 0.0)
        while took < seconds {
            for _ in 0..<64 { try await work() }
            count += 64
            took = (ContinuousClock.now - begun) / .seconds(1)
        }
        return count / took
    }
}

/// A token such as providers write, and a provider that has its key.
private struct SignedText: ProviderHTTPProtocol {
    static let issuer = "https://login.example"

    private let key: _RSA.Signing.PublicKey
    private let modulus: String
    private let exponent: String
    private let part: [UInt8]
    private let signature: [UInt8]
    let token: String

    init() throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        self.key = key.publicKey
        let numbers = try key.publicKey.getKeyPrimitives()
        modulus = Base64Text.encode(Array(numbers.modulus), as: .url)
        exponent = Base64Text.encode(Array(numbers.publicExponent), as: .url)
        let now = Int(Date().timeIntervalSince1970)
        let header = #"{"alg":"RS256","typ":"JWT","kid":"k1"}"#
        let claims = """
            {"exp":\(now + 3600),"iat":\(now),"auth_time":\(now),"jti":"a9e3c1f0-5c1e-4a5e-9d0b-1c2d3e4f5a6b",\
            "iss":"\(Self.issuer)","aud":"app","sub":"ann","typ":"ID","sid":"b1d9f7c2-0e6a-4a43-8f3a-6d5c4b3a2f1e",\
            "acr":"1","email_verified":true,"name":"Ann Example","preferred_username":"ann","given_name":"Ann",\
            "family_name":"Example","email":"ann@example.com"}
            """
        let text = [header, claims].map { Base64Text.encode(Array($0.utf8), as: .url) }.joined(separator: ".")
        part = Array(text.utf8)
        signature = Array(
            try key.signature(for: SHA256.hash(data: part), padding: .insecurePKCS1v1_5).rawRepresentation)
        token = text + "." + Base64Text.encode(signature, as: .url)
    }

    /// Checks the signature, and nothing else of the token.
    var isSigned: Bool {
        key.isValidSignature(
            _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: part),
            padding: .insecurePKCS1v1_5)
    }

    func fetch(_ request: ProviderRequest) async throws(IdentityError) -> ProviderResponse {
        let keys = #"{"keys":[{"kty":"RSA","kid":"k1","use":"sig","n":"\#(modulus)","e":"\#(exponent)"}]}"#
        let metadata = #"{"issuer":"\#(Self.issuer)","jwks_uri":"\#(Self.issuer)/keys"}"#
        guard let body = StrictJSON.value(of: (request.url.hasSuffix("/keys") ? keys : metadata).utf8)?.object else {
            throw .unavailable(.notJSON)
        }
        return ProviderResponse(status: 200, lifetime: .seconds(3600), body: body)
    }
}
