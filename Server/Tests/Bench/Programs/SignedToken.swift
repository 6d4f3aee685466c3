import Crypto
import CryptoExtras
import Foundation
import LatchkeyEncoding
import LatchkeyIdentity

/// A provider's token, and a provider with its key.
struct SignedToken: ProviderHTTPProtocol {
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

    /// Verifies only the signature.
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
