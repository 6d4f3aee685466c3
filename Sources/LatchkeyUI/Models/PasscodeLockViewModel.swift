/// The lock screen's model, under the master plan's name.
public typealias PasscodeLockViewModel = LockScreenModel

/// The settings' model, under the master plan's name.
public typealias PasscodeSettingsViewModel = PasscodeSettingsModel
