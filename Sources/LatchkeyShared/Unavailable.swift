public import LatchkeyAPI

/// Not available: the app's own type over its backend.
@available(
    *, unavailable,
    message: "Use your app's own type: BiometricSession stores its tokens. With an account, use AuthManager."
)
public enum AuthService {}

@available(*, unavailable, renamed: "User")
public typealias UserInfo = User
