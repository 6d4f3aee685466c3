#if os(Linux)
import LatchkeyBiometrics
import LatchkeyLinux

/// `fingerprint BUS`: asks for a finger, and says each hint and what came of it.
struct FingerprintCommand {
    private let bus: String

    init(_ arguments: [String]) { bus = arguments.first ?? "" }

    func run() async throws {
        let outcome = await FingerprintBiometricAuth(bus: bus) { Child.say("\($0)") }.authenticate(reason: "Test.")
        Child.say("\(outcome)")
    }
}
#endif
