internal import ArgumentParser

/// A sign-in method of the terminal app.
enum SignInMethod: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// The team's provider, in this machine's browser.
    case browser
    /// The team's provider, on another device.
    case device
    /// A code in an email.
    case email = "mail"
}
