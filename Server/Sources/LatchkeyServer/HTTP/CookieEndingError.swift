import Hummingbird

/// An error whose response also deletes a cookie.
struct CookieEndingError: Error {
    let underlying: any Error
    /// Without a value, and expired.
    let cookie: Cookie
}
