import Hummingbird

/// An error whose response also deletes a cookie.
struct CookieEndingError: Error {
    let underlying: any Error
    /// The expired cookie without a value, which deletes the browser's.
    let cookie: Cookie
}
