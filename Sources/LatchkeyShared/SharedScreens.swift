import LatchkeyCore
import LatchkeySession
import LatchkeyUI

/// The models of the views without a model parameter, from their first appearance until they are done.
@MainActor
final class SharedScreens {
    private let lock: any LockModel
    private let account: SessionModel?
    private let texts = ScreenTexts.preferred(from: PreferredLanguages.current)
    private var setting: SetPasscodeModel?
    private var resetting: ResetPasscodeModel?

    /// The lock screen.
    private(set) lazy var lockScreen = LockScreenModel(lock, texts: texts)

    init(_ lock: any LockModel, account: SessionModel?) { (self.lock, self.account) = (lock, account) }

    /// The model of setting the first passcode, or changing the current one.
    var setPasscode: SetPasscodeModel {
        if let setting { return setting }
        let purpose: SetPasscodeModel.Purpose =
            lock.isPasscodeEnabled ? .change : lock.canEnablePasscode ? .enable : .set
        let model = SetPasscodeModel(purpose, of: lock, texts: texts)
        setting = model
        return model
    }

    /// The model of resetting a forgotten passcode, or nil without an account.
    var resetPasscode: ResetPasscodeModel? {
        if let resetting { return resetting }
        resetting = account.map { ResetPasscodeModel($0, texts: texts) }
        return resetting
    }

    /// Ends setting a passcode, so that the next view starts over.
    func endSetting() { setting = nil }

    /// Ends the reset, so that the next view starts over. The proof is removed, also if something retains the model.
    func endReset() {
        resetting?.restart()
        resetting = nil
    }
}
