/// The lock screen's model, under requirement 02's name.
public typealias PasscodeLockViewModel = LockScreenModel

/// The settings' model, under requirement 02's name.
public typealias PasscodeSettingsViewModel = PasscodeSettingsModel
