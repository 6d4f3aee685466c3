import ArgumentParser

/// The account that a command is about.
struct AccountArgument: ParsableArguments {
    @Argument var email: String

    var unknown: ValidationError { ValidationError("\(email) has no account.") }
}
