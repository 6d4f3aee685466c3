/// The lock screen's model: another name for ``LockScreenModel``.
public typealias PasscodeLockViewModel = LockScreenModel

/// The settings' model: another name for ``PasscodeSettingsModel``.
public typealias PasscodeSettingsViewModel = PasscodeSettingsModel
