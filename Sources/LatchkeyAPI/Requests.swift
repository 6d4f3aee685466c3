public import LatchkeySecrets

/// How a session's secret travels.
public enum SessionTransport: String, Codable, Sendable {
    /// In the `Authorization` header, for apps.
    case bearer
    /// In a cookie, for pages.
    case cookie
}

/// The body of `POST /api/auth/magic-link`, and of `POST /api/auth/reset-passcode-request` without a session.
public struct EmailRequest: Codable, Equatable, Sendable {
    /// Where the mail goes, or went.
    public var email: String?

    /// Values that are nil are left out of the body.
    public init(email: String? = nil) { self.email = email }
}

/// The body of `POST /api/auth/magic-link/verify`: `token`, or `email` and `code`.
public struct MagicLinkVerifyRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// From a mail's link: the part after `#token=`.
    public var token: String?
    /// Where the mail goes, or went.
    public var email: String?
    /// From a mail, read without regard to case, spaces and hyphens.
    public var code: String?
    /// Bearer when absent.
    public var transport: SessionTransport?
    /// At most 40 printable characters, shown in the list of sessions.
    public var deviceName: String?

    /// Values that are nil are left out of the body.
    public init(
        token: String? = nil, email: String? = nil, code: String? = nil, transport: SessionTransport? = nil,
        deviceName: String? = nil
    ) {
        (self.token, self.email, self.code) = (token, email, code)
        (self.transport, self.deviceName) = (transport, deviceName)
    }
}

/// The body of `POST /api/auth/refresh`.
public struct RefreshRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The latest that the session was given.
    public var refreshToken: String

    public init(refreshToken: String) { self.refreshToken = refreshToken }
}

/// The body of `POST /api/auth/set-passcode`.
public struct SetPasscodeRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// Six ASCII digits.
    public var passcode: String
    /// Wanted when a passcode is set.
    public var currentPasscode: String?

    /// Values that are nil are left out of the body.
    public init(passcode: String, currentPasscode: String? = nil) {
        (self.passcode, self.currentPasscode) = (passcode, currentPasscode)
    }
}

/// The body of `POST /api/auth/verify-passcode`.
public struct VerifyPasscodeRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// Six ASCII digits.
    public var passcode: String

    public init(passcode: String) { self.passcode = passcode }
}

/// The body of `PATCH /api/auth/passcode-settings`: what is absent stays as it is.
public struct PasscodeSettingsRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// Disabling ends other sessions; enabling locks them.
    public var passcodeEnabled: Bool?
    /// One of ``User/allowedTimeouts``.
    public var passcodeTimeoutMinutes: Int?
    /// A BCP 47 tag, `en` for example.
    public var language: String?
    /// Wanted, when a passcode is set, to disable it and to lengthen the timeout.
    public var currentPasscode: String?

    /// Values that are nil are left out of the body.
    public init(
        passcodeEnabled: Bool? = nil, passcodeTimeoutMinutes: Int? = nil, language: String? = nil,
        currentPasscode: String? = nil
    ) {
        (self.passcodeEnabled, self.passcodeTimeoutMinutes) = (passcodeEnabled, passcodeTimeoutMinutes)
        (self.language, self.currentPasscode) = (language, currentPasscode)
    }
}

/// The body of `POST /api/auth/reset-passcode`: `token`, or `email` and `code`.
public struct ResetPasscodeRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// From a mail's link: the part after `#token=`.
    public var token: String?
    /// Where the mail goes, or went.
    public var email: String?
    /// From a mail, read without regard to case, spaces and hyphens.
    public var code: String?
    /// Six ASCII digits.
    public var newPasscode: String
    /// How the secret of a new session travels. When absent, the reset signs no one in.
    public var transport: SessionTransport?
    /// At most 40 printable characters, shown in the list of sessions.
    public var deviceName: String?

    /// Values that are nil are left out of the body.
    public init(
        token: String? = nil, email: String? = nil, code: String? = nil, newPasscode: String,
        transport: SessionTransport? = nil, deviceName: String? = nil
    ) {
        (self.token, self.email, self.code) = (token, email, code)
        (self.newPasscode, self.transport, self.deviceName) = (newPasscode, transport, deviceName)
    }
}

/// The body of `POST /api/auth/disown`.
public struct DisownRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// From a mail's link: the part after `#token=`.
    public var token: String

    public init(token: String) { self.token = token }
}

/// The body of `DELETE /api/auth/account`.
public struct DeleteAccountRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// Wanted when a passcode is set.
    public var currentPasscode: String?

    /// Values that are nil are left out of the body.
    public init(currentPasscode: String? = nil) { self.currentPasscode = currentPasscode }
}
