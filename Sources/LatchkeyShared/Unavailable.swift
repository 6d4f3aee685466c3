public import LatchkeyAPI

/// Not available: the app's own type over its backend.
@available(
    *, unavailable,
    message: "This is your app's own, over its backend: BiometricSession keeps its tokens. For an account: AuthManager."
)
public enum AuthService {}

@available(*, unavailable, renamed: "User")
public typealias UserInfo = User
