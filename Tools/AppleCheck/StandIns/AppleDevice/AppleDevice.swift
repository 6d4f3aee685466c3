import Foundation

/// The simulated device of the stand-ins: its keychain, enrolment and user.
///
/// Not Apple's API. Proof for `@unchecked Sendable`: the state is accessed only while the lock is held.
public final class AppleDevice: @unchecked Sendable {
    /// The device of the current test.
    @TaskLocal public static var current = AppleDevice()

    private var state = DeviceState()
    private let lock = NSRecursiveLock()

    public init() {}

    /// Reads and changes the device in one step.
    public func withLock<Result>(_ body: (inout DeviceState) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}

/// The settings of a test.
public struct DeviceState {
    @frozen public enum Biometry: Sendable { case none, touchID, faceID, opticID, unknown }
    @frozen public enum Lock: Sendable { case unlocked, locked, beforeFirstUnlock }
    @frozen public enum Outcome: Sendable {
        case match
        /// The raw value of an `LAError.Code`.
        case error(Int)
        /// No response, until the app dismisses the prompt.
        case nothing
    }
    /// The calls that a test can make fail.
    @frozen public enum Call: Sendable { case add, copyMatching, update, delete, accessControl }

    public var lock = Lock.unlocked
    public var biometry = Biometry.faceID
    public var isEnrolled = true
    /// The user disabled biometrics for this app in the settings.
    public var isBiometryDenied = false
    public var isLockedOut = false
    public var hasCompanion = false
    /// The number of changes of the enrolment.
    public private(set) var enrolment = 1
    public private(set) var hasPasscode = true
    /// The number of times that the passcode was disabled.
    public private(set) var passcodeEpoch = 1

    /// A Mac's file-based keychain is rejected. It would serve calls without `kSecUseDataProtectionKeychain`.
    public var isMac = false
    /// The app's access groups. Without one, it has no keychain entitlement.
    public var accessGroups = ["TEAM.app"]
    /// The status of reading an item whose enrolment was removed. Apple's sources allow errSecItemNotFound and
    /// errSecAuthFailed (-25293).
    public var statusOfInvalidatedItem: Int32 = -25300
    /// The status of adding an item that requires a missing passcode: errSecNotAvailable or errSecAuthFailed (-25293).
    public var statusOfAddWithoutPasscode: Int32 = -25291
    /// The error of a Secure Enclave key whose enrolment was removed. Apple's pages do not specify it.
    public var statusOfInvalidatedKey: Int32 = -25293
    /// The error of a Secure Enclave key while the device is being locked.
    public var statusOfLockedKey: Int32 = -25308
    /// Whether a context loses its evaluation before it is used, as when the device was locked in between.
    public var forgetsProofs = false
    /// Whether there is a Secure Enclave. Simulators and some Macs have none.
    public var hasSecureEnclave = true
    /// The Enclave's keys by their data representation, stored by the CryptoKit stand-in.
    public var enclaveKeys: [Data: Any] = [:]
    /// Whether items are reported as not found, instead of locked, before the first unlock after a start.
    public var hidesItemsBeforeFirstUnlock = false

    /// The user's responses to the next prompts. After the last, each prompt matches.
    public var outcomes: [Outcome] = []
    /// The reasons of the prompts that were shown.
    public var prompts: [String] = []
    /// The titles of the fallback button, one for each prompt of a context. Nil is the system's own title.
    public var fallbackTitles: [String?] = []
    /// Statuses that the next calls return without any effect. With errSecSuccess the call is performed.
    public var failures: [(call: Call, status: Int32)] = []
    /// Runs once before the next call of its kind, as another process would.
    public var interruptions: [(call: Call, body: () -> Void)] = []
    /// The keychain's rows, stored by the Security stand-in.
    public var keychain: [Any] = []

    public init() {}

    /// Adds or removes a face or a finger.
    public mutating func changeEnrolment() { enrolment += 1 }

    /// Enables or disables the passcode. Disabling it permanently deletes items that require it.
    public mutating func setPasscode(_ isOn: Bool) {
        if hasPasscode, !isOn { passcodeEpoch += 1 }
        hasPasscode = isOn
    }

    /// Whether a biometric match can be requested now.
    public var isBiometryUsable: Bool {
        hasPasscode && biometry != .none && isEnrolled && !isLockedOut && !isBiometryDenied
    }

    /// Shows a prompt, and returns the user's response.
    public mutating func ask(_ reason: String) -> Outcome {
        prompts.append(reason)
        return outcomes.isEmpty ? .match : outcomes.removeFirst()
    }

    /// The status that the test set for the call, or nil.
    public mutating func failure(of call: Call) -> Int32? {
        guard let index = failures.firstIndex(where: { $0.call == call }) else { return nil }
        let status = failures.remove(at: index).status
        return status == 0 ? nil : status
    }

    /// The test's hook before the call, or nil.
    public mutating func interruption(of call: Call) -> (() -> Void)? {
        guard let index = interruptions.firstIndex(where: { $0.call == call }) else { return nil }
        return interruptions.remove(at: index).body
    }
}
