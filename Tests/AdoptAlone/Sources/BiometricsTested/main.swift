import LatchkeyBiometrics
import LatchkeyTestSupport

let biometrics = MockBiometricAuth(.faceID)
await biometrics.failNext(with: .userCanceled)
let outcome = await biometrics.authenticate(reason: "Unlock your notes")
print("The mock dismissed the prompt: \(outcome == .rejected(.userCanceled))")
