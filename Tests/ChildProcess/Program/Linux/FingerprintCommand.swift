#if os(Linux)
import LatchkeyBiometrics
import LatchkeyLinux

/// `fingerprint BUS`: requests a fingerprint, and prints each hint and the outcome.
struct FingerprintCommand {
    private let bus: String

    init(_ arguments: [String]) { bus = arguments.first ?? "" }

    func run() async throws {
        let outcome = await FingerprintBiometricAuth(bus: bus) { Child.say("\($0)") }.authenticate(reason: "Test.")
        Child.say("\(outcome)")
    }
}
#endif
