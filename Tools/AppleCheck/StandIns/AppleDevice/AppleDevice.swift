import Foundation

/// The imaginary device behind the stand-ins: what its keychain holds, who is enrolled, and what its user answers.
///
/// No part of Apple's API. Proof for `@unchecked Sendable`: the state is only touched while the lock is held.
public final class AppleDevice: @unchecked Sendable {
    /// The device of the test that runs.
    @TaskLocal public static var current = AppleDevice()

    private var state = DeviceState()
    private let lock = NSRecursiveLock()

    public init() {}

    /// Reads and changes the device, as one step.
    public func withLock<Result>(_ body: (inout DeviceState) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&state)
    }
}

/// What a test may set.
public struct DeviceState {
    @frozen public enum Biometry: Sendable { case none, touchID, faceID, opticID, unknown }
    @frozen public enum Lock: Sendable { case unlocked, locked, beforeFirstUnlock }
    @frozen public enum Answer: Sendable {
        case match
        /// The raw value of an `LAError.Code`.
        case error(Int)
        /// Nothing, until the app takes the prompt away.
        case nothing
    }
    /// The calls that a test can make fail.
    @frozen public enum Call: Sendable { case add, copyMatching, update, delete, accessControl }

    public var lock = Lock.unlocked
    public var biometry = Biometry.faceID
    public var isEnrolled = true
    /// The user refused this app the use of biometrics in the settings.
    public var isBiometryDenied = false
    public var isLockedOut = false
    public var hasCompanion = false
    /// Counts changes of who is enrolled.
    public private(set) var enrolment = 1
    public private(set) var hasPasscode = true
    /// Counts how often the passcode was turned off.
    public private(set) var passcodeEpoch = 1

    /// The file-based keychain of a Mac is refused: it would answer calls without `kSecUseDataProtectionKeychain`.
    public var isMac = false
    /// The app's access groups. None: it has no keychain entitlement.
    public var accessGroups = ["TEAM.app"]
    /// What reading says of an item whose enrolment is gone. Apple's sources leave both errSecItemNotFound and
    /// errSecAuthFailed (-25293) possible.
    public var statusOfInvalidatedItem: Int32 = -25300
    /// What adding says that needs a passcode when there is none: errSecNotAvailable or errSecAuthFailed (-25293).
    public var statusOfAddWithoutPasscode: Int32 = -25291
    /// What a key of the Secure Enclave says whose enrolment is gone. Apple's pages leave it open.
    public var statusOfInvalidatedKey: Int32 = -25293
    /// What a key of the Secure Enclave says while the device is being locked.
    public var statusOfLockedKey: Int32 = -25308
    /// Whether what a context has proved is forgotten before it is used, as when the device was locked in between.
    public var forgetsProofs = false
    /// Simulators and some Macs have none.
    public var hasSecureEnclave = true
    /// The Enclave's keys by their data representation, kept by the CryptoKit stand-in.
    public var enclaveKeys: [Data: Any] = [:]
    /// Reported of devices that were just started: items are not found before the first unlock, instead of locked.
    public var hidesItemsBeforeFirstUnlock = false

    /// What the user answers to the next prompts; with none left there is a match.
    public var answers: [Answer] = []
    /// The reasons of the prompts that came up.
    public var prompts: [String] = []
    /// The titles of the button that offers another way, one for each prompt of a context; nil is the system's own.
    public var fallbackTitles: [String?] = []
    /// Statuses that the next calls return instead of doing anything; errSecSuccess lets one pass.
    public var failures: [(call: Call, status: Int32)] = []
    /// Runs once before the next call of its kind: another process that comes in between.
    public var interruptions: [(call: Call, body: () -> Void)] = []
    /// The keychain's rows, kept by the Security stand-in.
    public var keychain: [Any] = []

    public init() {}

    /// Adds or takes away a face or a finger.
    public mutating func changeEnrolment() { enrolment += 1 }

    /// Turns the passcode on or off. Turning it off destroys what needs it, for good.
    public mutating func setPasscode(_ isOn: Bool) {
        if hasPasscode, !isOn { passcodeEpoch += 1 }
        hasPasscode = isOn
    }

    /// Whether biometry could be asked for now.
    public var isBiometryUsable: Bool {
        hasPasscode && biometry != .none && isEnrolled && !isLockedOut && !isBiometryDenied
    }

    /// Brings a prompt up and takes the user's answer.
    public mutating func ask(_ reason: String) -> Answer {
        prompts.append(reason)
        return answers.isEmpty ? .match : answers.removeFirst()
    }

    /// What the test wants the call to return at once, or nil.
    public mutating func failure(of call: Call) -> Int32? {
        guard let index = failures.firstIndex(where: { $0.call == call }) else { return nil }
        let status = failures.remove(at: index).status
        return status == 0 ? nil : status
    }

    /// What is to happen before the call, or nil.
    public mutating func interruption(of call: Call) -> (() -> Void)? {
        guard let index = interruptions.firstIndex(where: { $0.call == call }) else { return nil }
        return interruptions.remove(at: index).body
    }
}
