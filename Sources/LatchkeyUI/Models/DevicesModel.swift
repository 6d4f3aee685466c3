public import Foundation
public import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeyPasscode
public import LatchkeySession
public import Observation

/// A model of the account's devices whose vault requires the server. A lost one can be shut, with the passcode.
@MainActor @Observable
public final class DevicesModel {
    /// The devices, oldest first; nil before they were read.
    public private(set) var devices: [UnlockKeyList.UnlockKey]?
    /// The device to shut, which waits for the passcode, or nil.
    public private(set) var lost: UnlockKeyList.UnlockKey?
    /// The reason that the devices could not be read, or nil.
    public private(set) var message: String?
    /// The passcode entry, which shuts the device.
    public let entry: PasscodeEntry

    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts

    /// Creates the model of the account's devices.
    ///
    /// - Parameters:
    ///   - session: The account's session.
    ///   - texts: The texts in the user's language.
    ///   - clock: Measures the delay.
    ///   - now: The time of day of the lock's clock.
    public init(
        _ session: SessionModel, texts: ScreenTexts, clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.session, self.texts) = (session, texts)
        entry = PasscodeEntry(session, texts: texts, clock: clock, now: now)
        entry.onPasscode = { [weak self] passcode in
            .changing { [weak self] in await self?.shut(confirming: passcode) ?? .notNow }
        }
    }

    /// The name of a device.
    public func name(of device: UnlockKeyList.UnlockKey) -> String { device.deviceName ?? texts[.unnamedDevice] }

    /// The effect of shutting a device.
    public var warning: String { texts[.shutDeviceWarning] }

    /// Requests the account's devices from the server.
    public func load() async {
        do {
            devices = try await session.devices()
            message = nil
        } catch {
            message = error.text(in: texts)
        }
    }

    /// Requests the passcode, which shuts the device.
    public func shut(_ device: UnlockKeyList.UnlockKey) {
        entry.restart()
        entry.waitAsRecorded()
        lost = device
    }

    /// Cancels shutting the device.
    public func cancel() {
        lost = nil
        entry.restart()
    }

    private func shut(confirming passcode: Passcode) async -> PasscodeChangeOutcome {
        guard let lost else { return .notNow }
        let outcome = await session.shutDevice(id: lost.id, confirming: passcode)
        // Also if it was shut elsewhere meanwhile.
        guard outcome == .done || outcome == .failed(.api(.notFound)) else { return outcome }
        devices?.removeAll { $0.id == lost.id }
        self.lost = nil
        return .done
    }
}
