import LatchkeyBiometricSession
import LatchkeyBiometrics
import LatchkeySecureStorage

struct Tokens: Codable {
    var access: String
    var refresh: String
}

let session = BiometricSession<Tokens>(storage: InMemorySecureStorage(), biometrics: NoBiometrics())
let isOffered = await session.shouldOffer
print(isOffered ? "offered" : "not offered", await session.restore(reason: "Sign in."), separator: "; restore: ")
