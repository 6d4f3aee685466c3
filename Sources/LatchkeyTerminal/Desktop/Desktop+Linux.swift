#if os(Linux)
internal import LatchkeyBiometrics
internal import LatchkeyLifecycle
internal import LatchkeyLinux

extension Desktop {
    /// The fingerprint reader. Looks for nothing yet.
    ///
    /// - Parameter onHint: Hears what the person should do at the reader, while it waits.
    static func biometrics(onHint: @escaping @Sendable (TerminalText) -> Void) -> some BiometricAuthProtocol {
        FingerprintBiometricAuth { onHint($0.text) }
    }

    /// Reports that the session is locked, or that the machine is about to sleep. Nothing where there is no logind:
    /// `latchkey doctor` says so.
    static func follow(reportingTo lifecycle: AppLifecycleManager) async -> LifecycleRegistration {
        await LogindLifecycleSource(app: "Latchkey").start(reportingTo: lifecycle)
    }
}

extension FingerprintHint {
    fileprivate var text: TerminalText {
        switch self {
        case .touch: .touchReader
        case .again: .touchAgain
        case .longer: .touchLonger
        case .centred: .touchCentred
        case .lift: .liftFinger
        }
    }
}
#endif
