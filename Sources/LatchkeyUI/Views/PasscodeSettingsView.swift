#if canImport(SwiftUI)
internal import LatchkeyBiometrics
internal import LatchkeyLock
public import LatchkeySession
public import SwiftUI

/// The settings of the lock, as a section of the app's form or list. ``LockSettingsView`` is a whole screen.
///
/// ```swift
/// Form { PasscodeSettingsView(lock) }
/// ```
public struct PasscodeSettingsView: View {
    private let makeModel: @MainActor (ScreenTexts) -> PasscodeSettingsModel
    private let makeSetPasscode: @MainActor (SetPasscodeModel.Purpose, ScreenTexts) -> SetPasscodeModel
    private let makeReset: (@MainActor (ScreenTexts, TeamLogin?) -> ResetPasscodeModel)?
    @State private var models = LazyBox<PasscodeSettingsModel>()
    @State private var setPasscode: SetPasscodeModel?
    @State private var reset: ResetPasscodeModel?
    @Environment(\.screenTexts) private var texts
    @Environment(\.teamLogin) private var login

    /// Creates the section of the settings for the model.
    ///
    /// - Parameters:
    ///   - model: The settings.
    ///   - forgotPasscode: Creates the model of the screen behind "Forgot passcode?"; nil hides it. It is shown if a
    ///     reset is possible.
    ///   - setPasscode: Creates the model of the screen that sets or changes a passcode.
    public init(
        model: PasscodeSettingsModel, forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil,
        setPasscode: @escaping @MainActor (SetPasscodeModel.Purpose) -> SetPasscodeModel
    ) {
        makeModel = { _ in model }
        makeSetPasscode = { purpose, _ in setPasscode(purpose) }
        if let forgotPasscode { makeReset = { _, _ in forgotPasscode() } } else { makeReset = nil }
    }

    /// Shows the settings of the lock.
    ///
    /// - Parameters:
    ///   - lock: The lock.
    ///   - forgotPasscode: Creates the model of the screen behind "Forgot passcode?"; nil hides it.
    public init(_ lock: some LockModel, forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil) {
        makeModel = { PasscodeSettingsModel(lock, texts: $0) }
        makeSetPasscode = { SetPasscodeModel($0, of: lock, texts: $1) }
        if let forgotPasscode { makeReset = { _, _ in forgotPasscode() } } else { makeReset = nil }
    }

    /// Shows the lock's settings in an app with an account, whose passcode can be reset by email or by the team's own
    /// login.
    public init(_ session: SessionModel) {
        makeModel = { PasscodeSettingsModel(session, texts: $0) }
        makeSetPasscode = { SetPasscodeModel($0, of: session, texts: $1) }
        makeReset = { ResetPasscodeModel(session, texts: $0, login: $1) }
    }

    private var model: PasscodeSettingsModel { models.value { makeModel(texts) } }

    // A modifier of a section applies to each of its rows, so the row that requests a sheet presents it.
    public var body: some View {
        Section {
            Group {
                passcodeRow
                biometricsRow
                if model.isPasscodeEnabled { enabledRows }
                if model.canLockNow { Button(texts[.lockNow]) { Task { await model.lockNow() } } }
                resetRow
            }
            .disabled(model.isWorking)
        } header: {
            Text(verbatim: texts[.security])
        } footer: {
            VStack(alignment: .leading) {
                if let message = model.message { Text(verbatim: message) }
                ForEach(model.rules, id: \.self) { Text(verbatim: $0) }
            }
        }
    }

    /// The row of the passcode: one button, whichever passcode it requests, because setting one changes its title below
    /// its own sheet.
    private var passcodeRow: some View {
        Button(texts[passcodeAction.title]) { setPasscode = makeSetPasscode(passcodeAction.purpose, texts) }
            .announces(model.message)
            .sheet(isPresented: isSetting) {
                if let setPasscode {
                    SetPasscodeView(model: setPasscode, onDone: endSetting, onCancel: endSetting)
                }
            }
    }

    private var passcodeAction: (title: ScreenText, purpose: SetPasscodeModel.Purpose) {
        if model.isPasscodeEnabled { return (.changePasscode, .change) }
        return model.canEnablePasscode ? (.turnOnPasscode, .enable) : (.setPasscode, .set)
    }

    @ViewBuilder private var enabledRows: some View {
        Picker(selection: timeout) {
            ForEach(model.timeouts, id: \.self) { Text(verbatim: $0.name(in: texts)).tag($0) }
        } label: {
            Text(verbatim: texts[.timeout])
        }
        .passcodeQuestion(of: model) { if case .timeout = $0 { true } else { false } }
        if model.canDisablePasscode {
            Button(texts[.turnOffPasscode], role: .destructive) { model.disablePasscode() }
                .passcodeQuestion(of: model) { $0 == .disable }
        }
    }

    /// The row of biometrics, also without a passcode: biometrics alone may protect the app, and can be disabled and
    /// enabled again.
    @ViewBuilder private var biometricsRow: some View {
        if let biometrics = model.biometrics {
            Toggle(isOn: biometricsAreOn) { Text(verbatim: biometrics.displayName(in: texts.biometrics)) }
                .passcodeQuestion(of: model) { $0 == .enableBiometrics }
        }
    }

    @ViewBuilder private var resetRow: some View {
        if let makeReset, model.canResetPasscode {
            Button(texts[.forgotPasscode]) { reset = makeReset(texts, login) }
                .sheet(isPresented: isResetting) {
                    if let reset { ResetPasscodeView(model: reset, onDone: endReset, onCancel: endReset) }
                }
        }
    }

    private func endSetting() { setPasscode = nil }

    private func endReset() { reset = nil }

    private var isResetting: Binding<Bool> { .presented({ reset != nil }, onDismiss: { endReset() }) }

    private var isSetting: Binding<Bool> { .presented({ setPasscode != nil }, onDismiss: { endSetting() }) }

    private var biometricsAreOn: Binding<Bool> {
        Binding { @MainActor in
            model.isBiometricEnabled
        } set: { @MainActor isOn in
            Task { await model.setBiometrics(isOn) }
        }
    }

    private var timeout: Binding<LockTimeout> {
        Binding { @MainActor in
            model.timeout
        } set: { @MainActor timeout in
            Task { await model.setTimeout(timeout) }
        }
    }
}
#endif
