public import LatchkeyAPI

/// Not available: the app's own type over its backend.
@available(
    *, unavailable,
    message: "It calls your backend: write your own, with BiometricSession. With an account, use AuthManager."
)
public enum AuthService {}

@available(*, unavailable, renamed: "User")
public typealias UserInfo = User
