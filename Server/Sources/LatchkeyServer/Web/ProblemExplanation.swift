import LatchkeyAPI

/// What a kind of problem means to a person, and what to do about it.
struct ProblemExplanation: Equatable, Sendable {
    var meaning: String
    var remedy: String

    var paragraphs: [String] { [meaning, remedy] }

    init(of type: ProblemType) {
        (meaning, remedy) = Self.words(for: type)
    }

    private static func words(for type: ProblemType) -> (String, String) {
        switch type {
        case .invalidRequest, .notFound, .methodNotAllowed, .payloadTooLarge, .unsupportedMediaType, .crossSiteRequest:
            requestWords(for: type)
        case .invalidCode, .unauthenticated, .locked, .tooManyAttempts, .internalError, .temporarilyUnavailable:
            accessWords(for: type)
        case .incorrectPasscode, .passcodeNotSet, .passcodeAlreadySet, .passcodeResetRequired, .weakPasscode,
            .invalidTimeout:
            passcodeWords(for: type)
        }
    }

    private static func requestWords(for type: ProblemType) -> (String, String) {
        switch type {
        case .notFound:
            ("There is nothing at this address.", "Check the address, or start again from the first page.")
        case .methodNotAllowed:
            (
                "The address exists, but it cannot be used in this way.",
                "This is a mistake in the program that sent the request. The Allow header names the methods that work."
            )
        case .payloadTooLarge:
            ("The request was larger than 4 KiB, and was not read.", "Nothing that this server needs is that long.")
        case .unsupportedMediaType:
            (
                "The body of the request was not marked as JSON.",
                "Send it with the content type application/json."
            )
        case .crossSiteRequest:
            (
                "A page of another site tried to act in your name. Nothing was done.",
                "If you did this yourself, open this site directly and try there. Some privacy tools remove the "
                    + "headers that tell the two apart."
            )
        default:
            (
                "The server could not read the request: a value is missing or is not of the right form.",
                "In a form, check what you typed, the e-mail address first. For a program, errors names each member."
            )
        }
    }

    private static func accessWords(for type: ProblemType) -> (String, String) {
        switch type {
        case .invalidCode:
            (
                "The code or link was already used, is too old, was replaced by a newer one, or was mistyped.",
                "Codes and links live for ten minutes and work once. Ask for a new mail and use the latest."
            )
        case .unauthenticated:
            (
                "You are not signed in here, or your session was ended.",
                "Sign in again. Sessions end when you sign out, after thirty days, when the passcode changes on "
                    + "another device, and after too many wrong passcodes."
            )
        case .locked:
            (
                "You are signed in, but the session is locked: it was idle for too long, or somebody locked it.",
                "Enter your passcode to go on."
            )
        case .tooManyAttempts:
            (
                "There were several wrong attempts, so the server asks for a pause. Nothing was tried or used up.",
                "Wait as long as the page says, then try again. Even the right passcode does not work before that."
            )
        case .temporarilyUnavailable:
            (
                "The server is busy or cannot reach its database.",
                "Nothing is lost. Try again in a moment."
            )
        default:
            (
                "The server made a mistake. It is not your fault.",
                "Try again. If it happens again, tell the people who run this server, and when it happened."
            )
        }
    }

    private static func passcodeWords(for type: ProblemType) -> (String, String) {
        switch type {
        case .incorrectPasscode:
            (
                "The passcode was not the right one. After a few wrong ones there are pauses, and the tenth in a row "
                    + "signs you out.",
                "Try again with care. If you have forgotten it, choose “Forgot passcode?” on the lock screen."
            )
        case .passcodeNotSet:
            (
                "This account has no passcode that is switched on, so there is nothing to lock or to check.",
                "Set one, or switch it on, in the security settings."
            )
        case .passcodeAlreadySet:
            (
                "This account has a passcode already.",
                "To change it, enter the current passcode first. If you have forgotten it, reset it by e-mail."
            )
        case .passcodeResetRequired:
            (
                "There were too many wrong passcodes, or somebody said that a change was not theirs. The old passcode "
                    + "no longer opens anything.",
                "Reset it by e-mail: choose “Forgot passcode?” on the lock screen."
            )
        case .weakPasscode:
            (
                "The new passcode is not six digits, is one of those that are guessed first, or is the current one.",
                "Choose six digits without an obvious order, and not a date."
            )
        default:
            (
                "The time until the lock closes cannot be set to this value.",
                "Choose 1, 5, 15, 30 or 60 minutes."
            )
        }
    }
}
