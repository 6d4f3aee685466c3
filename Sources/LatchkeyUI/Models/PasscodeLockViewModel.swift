/// Requirement 02's name of the lock screen's model.
public typealias PasscodeLockViewModel = LockScreenModel

/// Requirement 02's name of the settings' model.
public typealias PasscodeSettingsViewModel = PasscodeSettingsModel
