/// What the lock says to users, in one language.
///
/// Another language is one more value of this type: in a file here, with a line in ``all``, or in the app.
public struct LockTexts: Hashable, Sendable {
    /// The language's code: `en`, `fr`.
    public var language: String
    /// For a wrong passcode with more than one guess left, or any number: `{count}` stands for it.
    public var wrongWithCount: String
    /// For a wrong passcode with one guess left.
    public var wrongWithOneLeft: String
    /// For a wrong passcode without a limit.
    public var wrong: String
    /// For a guess that comes too early: `{seconds}` stands for the wait.
    public var wait: String
    /// For when all guesses are spent.
    public var exhausted: String
    /// For when there is no passcode to check.
    public var noPasscode: String
    /// For when a biometric match needs the passcode once before.
    public var passcodeNeeded: String
    /// For when biometrics are not turned on.
    public var biometricsOff: String
    /// For a vault that is locked.
    public var locked: String
    /// For a secure storage that is locked or cannot be read right now.
    public var unreadable: String
    /// For what is stored and damaged, or tied to another device.
    public var damaged: String
    /// For what a newer version of the app stored.
    public var newerVersion: String
    /// For a change that another process made at the same time, or that otherwise did not take place.
    public var notChanged: String
    /// For a recovery key that does not open the vault.
    public var recoveryRefused: String

    /// Texts of an app's own, complete by construction.
    public init(
        language: String, wrongWithCount: String, wrongWithOneLeft: String, wrong: String, wait: String,
        exhausted: String, noPasscode: String, passcodeNeeded: String, biometricsOff: String, locked: String,
        unreadable: String, damaged: String, newerVersion: String, notChanged: String, recoveryRefused: String
    ) {
        self.language = language
        self.wrongWithCount = wrongWithCount
        self.wrongWithOneLeft = wrongWithOneLeft
        self.wrong = wrong
        self.wait = wait
        self.exhausted = exhausted
        self.noPasscode = noPasscode
        self.passcodeNeeded = passcodeNeeded
        self.biometricsOff = biometricsOff
        self.locked = locked
        self.unreadable = unreadable
        self.damaged = damaged
        self.newerVersion = newerVersion
        self.notChanged = notChanged
        self.recoveryRefused = recoveryRefused
    }

    /// The languages that come with the library, English first.
    public static let all: [LockTexts] = [.english, .french]

    /// The texts in the first of the languages that there are texts for; English if there is none.
    ///
    /// - Parameter languages: Codes in the order of preference, with or without region: `fr-CA`, `fr_FR.UTF-8`, `en`.
    public static func preferred(from languages: some Sequence<String>) -> LockTexts {
        for tag in languages {
            let language = tag.prefix { $0.isLetter }.lowercased()
            if let texts = all.first(where: { $0.language == language }) { return texts }
        }
        return .english
    }
}
