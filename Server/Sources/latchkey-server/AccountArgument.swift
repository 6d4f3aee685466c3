import ArgumentParser

/// The account of a command.
struct AccountArgument: ParsableArguments {
    @Argument var email: String

    var unknown: ValidationError { ValidationError("\(email) has no account.") }
}
