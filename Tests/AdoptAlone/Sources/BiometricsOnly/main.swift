import LatchkeyBiometrics

let biometrics = NoBiometrics()
switch await biometrics.authenticate(reason: "Unlock your notes") {
case .authenticated: print("open")
case .rejected(let error): print(error.text(in: .english))
}
