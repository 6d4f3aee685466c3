import LatchkeyLock

/// A lock with all settings for locking and prompts.
@MainActor
func strictLock() -> PasscodeService {
    var platform = LockPlatform.apple(fallbackTitle: "Use my passcode")
    platform.locksWhenIdle = true
    platform.promptsAutomatically = false
    platform.passcodeInterval = .seconds(14 * 86_400)
    return AppLock.device(platform, reason: "Unlock the shop.", afterTenFailures: .unlimited)
}
