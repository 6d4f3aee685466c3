import LatchkeyBiometricSession
import LatchkeyBiometrics
import LatchkeySecureStorage

struct Tokens: Codable {
    var userID: String
    var access: String
    var refresh: String
}

let session = BiometricSession<Tokens>(
    storage: InMemorySecureStorage(), biometrics: NoBiometrics(), user: \.userID)
let isOffered = await session.shouldOffer(for: Tokens(userID: "1", access: "a", refresh: "r"))
print(isOffered ? "offered" : "not offered", await session.restore(reason: "Sign in."), separator: "; restore: ")
