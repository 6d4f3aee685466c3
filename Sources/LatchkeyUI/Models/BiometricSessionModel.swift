public import LatchkeyBiometricSession
public import LatchkeyBiometrics
internal import Foundation
public import Observation

/// A model for offering, enabling and disabling biometrics for a session of your own backend.
///
/// ```swift
/// let biometrics = BiometricSessionModel(session, texts: .english) { backend.tokens }
/// await biometrics.signedIn()   // after each sign-in
/// ```
@MainActor @Observable
public final class BiometricSessionModel<Tokens: Codable & Sendable> {
    /// The kind of biometrics that can be enabled, or `none`.
    public private(set) var type = BiometricType.none
    /// Whether a match restores the user's session at the next launch; any user's while no one is signed in.
    public private(set) var isOn = false
    /// Whether biometrics are being offered.
    public private(set) var isOffering = false
    /// The reason that the last change failed, or nil.
    public private(set) var message: String?
    /// Whether a change is in progress.
    public private(set) var isWorking = false

    @ObservationIgnored private let session: any BiometricSessionProtocol<Tokens>
    @ObservationIgnored let texts: ScreenTexts
    @ObservationIgnored private let tokens: @MainActor () async -> Tokens?
    @ObservationIgnored private var lastChange: Task<Void, Never>?

    /// Creates the model of a session.
    ///
    /// - Parameters:
    ///   - session: The stored session.
    ///   - texts: The texts in the user's language.
    ///   - tokens: Returns the tokens of the signed-in user, or nil.
    public init(
        _ session: some BiometricSessionProtocol<Tokens>, texts: ScreenTexts,
        tokens: @escaping @MainActor () async -> Tokens?
    ) {
        (self.session, self.texts, self.tokens) = (session, texts, tokens)
    }

    /// Whether to show the setting: biometrics can be enabled or disabled.
    public var isAvailable: Bool { type != .none || isOn }

    /// The name of the biometrics, for the setting.
    public var name: String { shownType.displayName(in: texts.biometrics) }

    /// The offer, as a question.
    public var offerTitle: String { texts[.offerBiometrics, with: shownType] }

    private var shownType: BiometricType { type == .none ? .other : type }

    /// The reason for the offer.
    public var offerReason: String { texts[.offerBiometricsOnlyReason] }

    /// Reads the available biometrics and whether they are enabled. Call it when the settings appear, and after the app
    /// became active.
    public func refresh() async {
        type = await session.biometricType
        // If this cannot be read, the setting keeps its state: disabling biometrics still deletes the session.
        do {
            if let tokens = await tokens() {
                isOn = try await session.isEnabled(for: tokens)
            } else {
                isOn = try await session.isEnabled
            }
        } catch {}
    }

    /// Stores the new tokens if biometrics are enabled for their user, and otherwise offers them. Another user's
    /// session stays stored until this user accepts. Call it after each sign-in.
    public func signedIn() async {
        await refresh()
        if isOn { await store() } else { isOffering = type != .none }
    }

    /// Closes the offer, until the next sign-in.
    public func decline() { isOffering = false }

    /// Enables biometrics, which stores the session, or disables them, which deletes it. No passcode is required.
    public func setOn(_ isOn: Bool) async {
        isOffering = false
        if isOn { return await store() }
        await change { [session] () async throws(BiometricSessionError) in try await session.clear() }
    }

    private func store() async {
        guard let tokens = await tokens() else { return }
        await change { [session] () async throws(BiometricSessionError) in try await session.save(tokens) }
    }

    /// Performs changes one after another. None is dropped, so that no session remains after signing out.
    private func change(_ body: @escaping @MainActor () async throws(BiometricSessionError) -> Void) async {
        let previous = lastChange
        let change = Task {
            await previous?.value
            (isWorking, message) = (true, nil)
            do { try await body() } catch { message = error.localizedDescription }
            await refresh()
            isWorking = false
        }
        lastChange = change
        await change.value
    }
}
