internal import LatchkeyCore

/// The names of what the terminal app says beyond the screens that all apps share.
enum TerminalText: String, TextKey {
    // The app.
    /// `{label}` is what is asked for; the answer follows.
    case asking
    /// `{server}` is its address.
    case serverLabel
    case locked, loading, quit, choose, open, back, scroll, add, edit, delete, type, send, tooSmall
    case confirmKeys, yes, no, settingsKey, lockKey

    // Signing in by the team's provider.
    case howToSignIn, howToReset, byMail, openInBrowser, goBackToTerminal, signInFailed
    case signInLinkUsed, noWayToSignIn, noWayToReset
    /// `{name}` is the provider's.
    case inBrowser, byDeviceCode, waitingForProvider, providerUnreachable, providerDenied, providerExpired
    /// `{name}` is the provider's.
    case providerMismatch, providerNotAsked
    /// `{address}` is where, `{code}` what to enter.
    case enterDeviceCode
    /// `{reason}` is why, in the system's words.
    case noPort
    /// `{way}` is what was given.
    case wayNotOffered

    // The fingerprint reader.
    case touchReader, touchAgain, touchLonger, touchCentred, liftFinger, fingerprintIsOn, fingerprintWarning
    case fingerprintOnly
    /// `{label}` is what is set, `{value}` its value.
    case setting

    // Notes.
    case notes, noNotes, untitled, deleteNote, emptyNote, noText, noteDamaged, recovered
    case savedWhileLocked
    /// Another key was found in the place of the one that drafts are sealed with.
    case draftKeyAltered
    /// `{reason}` is why.
    case notSaved, editorFailed
    /// `{count}` is how many.
    case damagedNotes

    // Commands.
    case notSignedIn, cancelled, noTerminal, ambiguousNote
    /// `{id}` is what was asked for.
    case noSuchNote
    /// `{server}` is what was given.
    case serverMalformed
    /// `{path}` is the file.
    case settingsUnreadable

    // Where secrets are.
    case secretsInKeyring, secretsInFiles, secretsNowhere, secretsKept, secretsSet, secretsFound
    case keyringOpen, keyringLocked, keyringEmpty, keyringSilent, keyringForeign, keyringAsks
    /// `{reason}` is why, in the system's words.
    case keyringAbsent
    /// `{path}` is the settings' file.
    case storageUnchosen
    /// `{storage}` is what was given.
    case storageMalformed

    // What the machine has.
    /// `{reader}` is its name, `{count}` the number of enrolled fingers.
    case reader
    /// `{reason}` is why, in the system's words.
    case readerProblem
    case enrolFinger
    /// `{session}` is the session's name.
    case sessions
    /// `{reason}` is why, in the system's words.
    case noReader, noSessions
    /// `{packages}` is their names.
    case doctorInstall

    static var translations: [LocalizedTexts<TerminalText>] { [english, french] }
}
