import JWTKit

/// How a token may be signed: asymmetric algorithms only (RFC 8725, 3.1), by their names in RFC 7518 and RFC 8037.
enum SignatureAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case ps256 = "PS256"
    case ps384 = "PS384"
    case ps512 = "PS512"
    case es256 = "ES256"
    case es384 = "ES384"
    case es512 = "ES512"
    case eddsa = "EdDSA"

    /// As jwt-kit calls it.
    var jwkAlgorithm: JWK.Algorithm {
        switch self {
        case .rs256: .rs256
        case .rs384: .rs384
        case .rs512: .rs512
        case .ps256: .ps256
        case .ps384: .ps384
        case .ps512: .ps512
        case .es256: .es256
        case .es384: .es384
        case .es512: .es512
        case .eddsa: .eddsa
        }
    }
}
