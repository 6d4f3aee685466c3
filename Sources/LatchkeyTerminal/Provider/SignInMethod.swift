internal import ArgumentParser

/// How a person signs in.
enum SignInMethod: String, CaseIterable, Sendable, ExpressibleByArgument {
    /// By the team's provider, in a browser of this machine.
    case browser
    /// By the team's provider, on another device.
    case device
    /// By a code that is mailed.
    case mail
}
