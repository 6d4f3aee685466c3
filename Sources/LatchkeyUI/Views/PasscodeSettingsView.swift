#if canImport(SwiftUI)
internal import LatchkeyBiometrics
internal import LatchkeyLock
public import SwiftUI

/// The settings of the lock.
public struct PasscodeSettingsView: View {
    private let model: PasscodeSettingsModel
    private let makeSetPasscode: (SetPasscodeModel.Purpose) -> SetPasscodeModel
    private let makeReset: (@MainActor () -> ResetPasscodeModel)?
    @State private var setPasscode: SetPasscodeModel?
    @State private var reset: ResetPasscodeModel?
    @Environment(\.screenTexts) private var texts

    /// Shows the model.
    ///
    /// - Parameters:
    ///   - model: The settings.
    ///   - forgotPasscode: Makes the model of the screen behind "Forgot passcode?"; nil leaves it out. It is there where
    ///     a reset is possible.
    ///   - setPasscode: Makes the model of the screen that sets or changes a passcode.
    public init(
        model: PasscodeSettingsModel, forgotPasscode: (@MainActor () -> ResetPasscodeModel)? = nil,
        setPasscode: @escaping (SetPasscodeModel.Purpose) -> SetPasscodeModel
    ) {
        (self.model, makeReset, makeSetPasscode) = (model, forgotPasscode, setPasscode)
    }

    public var body: some View {
        Form {
            Section {
                if model.isPasscodeEnabled { enabledRows } else { disabledRows }
                if model.canLockNow { Button(texts[.lockNow]) { Task { await model.lockNow() } } }
                if let makeReset, model.canResetPasscode {
                    Button(texts[.forgotPasscode]) { reset = makeReset() }
                }
            } header: {
                Text(verbatim: texts[.security])
            } footer: {
                if let message = model.message { Text(verbatim: message) }
            }
        }
        .disabled(model.isWorking)
        .announces(model.message)
        .navigationTitle(Text(verbatim: texts[.passcode]))
        .asksForPasscode(of: model)
        .sheet(isPresented: isSetting) {
            if let setPasscode {
                SetPasscodeView(model: setPasscode, onDone: endSetting, onCancel: endSetting)
            }
        }
        .sheet(isPresented: isResetting) {
            if let reset { ResetPasscodeView(model: reset, onDone: endReset, onCancel: endReset) }
        }
    }

    @ViewBuilder private var enabledRows: some View {
        Button(texts[.changePasscode]) { setPasscode = makeSetPasscode(.change) }
        biometricsRow
        Picker(selection: timeout) {
            ForEach(LockTimeout.allCases, id: \.self) { Text(verbatim: $0.name(in: texts)).tag($0) }
        } label: {
            Text(verbatim: texts[.timeout])
        }
        Button(texts[.turnOffPasscode], role: .destructive) { model.disablePasscode() }
    }

    @ViewBuilder private var disabledRows: some View {
        if model.canEnablePasscode {
            Button(texts[.turnOnPasscode]) { setPasscode = makeSetPasscode(.enable) }
        } else {
            Button(texts[.setPasscode]) { setPasscode = makeSetPasscode(.set) }
        }
        biometricsRow
    }

    /// Without a passcode, too: biometrics alone may guard the app, and can be turned off.
    @ViewBuilder private var biometricsRow: some View {
        if let biometrics = model.biometrics {
            Toggle(isOn: biometricsAreOn) { Text(verbatim: biometrics.displayName(in: texts.biometrics)) }
        }
    }

    private func endSetting() { setPasscode = nil }

    private func endReset() { reset = nil }

    private var isResetting: Binding<Bool> {
        Binding { @MainActor in
            reset != nil
        } set: { @MainActor isResetting in
            if !isResetting { endReset() }
        }
    }

    private var isSetting: Binding<Bool> {
        Binding { @MainActor in
            setPasscode != nil
        } set: { @MainActor isSetting in
            if !isSetting { endSetting() }
        }
    }

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
