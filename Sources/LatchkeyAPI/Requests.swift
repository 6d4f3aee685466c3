public import LatchkeyCore

/// The transport of a session's secret.
public enum SessionTransport: String, Codable, Sendable {
    /// The secret is in the `Authorization` header, for apps.
    case bearer
    /// The secret is in a cookie, for pages.
    case cookie
}

/// The body of `POST /api/auth/magic-link`, and of `POST /api/auth/reset-passcode-request` without a session.
public struct EmailRequest: Codable, Equatable, Sendable {
    /// The address to which the email is sent.
    public var email: String?

    /// Creates the body of the request. Nil values are omitted.
    public init(email: String? = nil) { self.email = email }
}

/// The body of `POST /api/auth/magic-link/verify`: `token`, or `email` and `code`.
public struct MagicLinkVerifyRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The token of an email's link: the part after `#token=`.
    public var token: String?
    /// The address that received the code; nil with a token.
    public var email: String?
    /// The code of an email, ignoring case, spaces and hyphens.
    public var code: String?
    /// The transport of the secret; bearer if absent.
    public var transport: SessionTransport?
    /// The name in the list of sessions, at most 40 printable characters.
    public var deviceName: String?
    /// The user's time zone as an IANA name, such as `Europe/Paris`. Stored for the account's emails if the account has
    /// none.
    public var timeZone: String?

    /// Creates the body of the request. Nil values are omitted.
    public init(
        token: String? = nil, email: String? = nil, code: String? = nil, transport: SessionTransport? = nil,
        deviceName: String? = nil, timeZone: String? = nil
    ) {
        (self.token, self.email, self.code) = (token, email, code)
        (self.transport, self.deviceName, self.timeZone) = (transport, deviceName, timeZone)
    }
}

/// The body of `POST /api/auth/token-sign-in`: a token that the team's own login has issued to the app.
public struct TokenSignInRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The type of a token, by the names of RFC 8693, 3.
    public enum TokenType: String, Codable, Sendable {
        /// An ID token (OpenID Connect Core 1.0, 2).
        case idToken = "urn:ietf:params:oauth:token-type:id_token"
        /// An access token in the form of RFC 9068.
        case accessToken = "urn:ietf:params:oauth:token-type:jwt"
    }

    /// The token: at most 16 KiB, at most five minutes old, single-use.
    public var subjectToken: String
    /// The type of the token.
    public var subjectTokenType: TokenType
    /// The transport of the secret; bearer if absent.
    public var transport: SessionTransport?
    /// The name in the list of sessions, at most 40 printable characters.
    public var deviceName: String?
    /// The user's time zone, as in ``MagicLinkVerifyRequest/timeZone``.
    public var timeZone: String?

    /// Creates the body of the request. Nil values are omitted.
    public init(
        subjectToken: String, subjectTokenType: TokenType, transport: SessionTransport? = nil,
        deviceName: String? = nil, timeZone: String? = nil
    ) {
        (self.subjectToken, self.subjectTokenType) = (subjectToken, subjectTokenType)
        (self.transport, self.deviceName, self.timeZone) = (transport, deviceName, timeZone)
    }
}

/// The body of `POST /api/auth/refresh`.
public struct RefreshRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The session's newest refresh token.
    public var refreshToken: String

    public init(refreshToken: String) { self.refreshToken = refreshToken }
}

/// The body of `POST /api/auth/set-passcode`.
public struct SetPasscodeRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The passcode of six ASCII digits.
    public var passcode: String
    /// The current passcode, required if one is set.
    public var currentPasscode: String?

    /// Creates the body of the request. Nil values are omitted.
    public init(passcode: String, currentPasscode: String? = nil) {
        (self.passcode, self.currentPasscode) = (passcode, currentPasscode)
    }
}

/// The body of `POST /api/auth/verify-passcode`.
public struct VerifyPasscodeRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The passcode of six ASCII digits.
    public var passcode: String

    public init(passcode: String) { self.passcode = passcode }
}

/// The body of `PATCH /api/auth/passcode-settings`. Absent settings stay unchanged.
public struct PasscodeSettingsRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// Whether the passcode is enabled. Disabling ends other sessions; enabling locks them.
    public var passcodeEnabled: Bool?
    /// The timeout in minutes: one of ``User/allowedTimeouts``.
    public var passcodeTimeoutMinutes: Int?
    /// The language as a BCP 47 tag, such as `en`.
    public var language: String?
    /// The time zone of emails as an IANA name, such as `Europe/Paris`.
    public var timeZone: String?
    /// The current passcode. If one is set, it is required to disable it or to lengthen the timeout.
    public var currentPasscode: String?

    /// Creates the body of the request. Nil values are omitted.
    public init(
        passcodeEnabled: Bool? = nil, passcodeTimeoutMinutes: Int? = nil, language: String? = nil,
        timeZone: String? = nil, currentPasscode: String? = nil
    ) {
        (self.passcodeEnabled, self.passcodeTimeoutMinutes) = (passcodeEnabled, passcodeTimeoutMinutes)
        (self.language, self.timeZone, self.currentPasscode) = (language, timeZone, currentPasscode)
    }
}

/// The body of `POST /api/auth/reset-passcode`: `token`, or `email` and `code`, or `subjectToken`.
public struct ResetPasscodeRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The token of an email's link: the part after `#token=`.
    public var token: String?
    /// The address that received the code; nil with a token.
    public var email: String?
    /// The code of an email, ignoring case, spaces and hyphens.
    public var code: String?
    /// A token of the team's own login, which authenticated the user within five minutes; with its type.
    public var subjectToken: String?
    /// The type of the token; nil without a token.
    public var subjectTokenType: TokenSignInRequest.TokenType?
    /// The passcode of six ASCII digits.
    public var newPasscode: String
    /// The transport of a new session's secret. If absent, the reset does not sign in.
    public var transport: SessionTransport?
    /// The name in the list of sessions, at most 40 printable characters.
    public var deviceName: String?

    /// Creates the body of the request. Nil values are omitted.
    public init(
        token: String? = nil, email: String? = nil, code: String? = nil, subjectToken: String? = nil,
        subjectTokenType: TokenSignInRequest.TokenType? = nil, newPasscode: String,
        transport: SessionTransport? = nil, deviceName: String? = nil
    ) {
        (self.subjectToken, self.subjectTokenType) = (subjectToken, subjectTokenType)
        (self.token, self.email, self.code) = (token, email, code)
        (self.newPasscode, self.transport, self.deviceName) = (newPasscode, transport, deviceName)
    }
}

/// The body of `POST /api/auth/disown`.
public struct DisownRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The token of an email's link: the part after `#token=`.
    public var token: String

    public init(token: String) { self.token = token }
}

/// The body of `DELETE /api/auth/account`.
public struct DeleteAccountRequest: Codable, Equatable, Sendable, RedactedSecrets {
    /// The current passcode, required if one is set.
    public var currentPasscode: String?

    /// Creates the body of the request. Nil values are omitted.
    public init(currentPasscode: String? = nil) { self.currentPasscode = currentPasscode }
}
