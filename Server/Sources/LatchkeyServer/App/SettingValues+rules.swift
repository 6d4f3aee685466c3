import LatchkeyAPI

extension SettingValues {
    func rules() throws -> TeamRules {
        var rules = TeamRules()
        rules.passcode =
            try parsed(.passcode, "must be optional or required", TeamRules.Passcode.init(rawValue:)) ?? rules.passcode
        rules.longestTimeoutMinutes =
            try parsed(.longestTimeout, "must be 1, 5, 15, 30 or 60") { text in
                User.allowedTimeouts.first { text == "\($0)" }
            } ?? rules.longestTimeoutMinutes
        rules.biometrics =
            try parsed(.biometrics, "must be allowed or forbidden", TeamRules.Biometrics.init(rawValue:))
            ?? rules.biometrics
        rules.sessionDays = try number(.sessionDays, in: TeamRules.possibleSessionDays) ?? rules.sessionDays
        return rules
    }
}
