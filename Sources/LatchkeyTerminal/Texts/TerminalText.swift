internal import LatchkeyText

/// The names of what the terminal app says beyond the screens that all apps share.
enum TerminalText: String, TextKey {
    // The app.
    /// `{label}` stands for what is asked for; the answer follows.
    case asking
    /// `{server}` stands for its address.
    case serverLabel
    case locked, loading, quit, choose, open, back, scroll, add, edit, delete, type, send, tooSmall
    case confirmKeys, yes, no, settingsKey, lockKey

    // The fingerprint reader.
    case touchReader, touchAgain, touchLonger, touchCentred, liftFinger, fingerprintIsOn, fingerprintWarning
    case fingerprintOnly
    /// `{label}` stands for what is set, `{value}` for what it is.
    case setting

    // Notes.
    case notes, noNotes, untitled, deleteNote, emptyNote, noText, noteDamaged, recovered
    /// Another key was found in the place of the one that drafts are sealed with.
    case draftKeyAltered
    /// `{reason}` stands for why.
    case notSaved, editorFailed
    /// `{count}` stands for how many.
    case damagedNotes

    // Commands.
    case notSignedIn, cancelled, noTerminal, ambiguousNote
    /// `{id}` stands for what was asked for.
    case noSuchNote
    /// `{server}` stands for what was given.
    case serverMalformed
    /// `{path}` stands for the file.
    case settingsUnreadable

    // Where secrets are.
    case secretsInKeyring, secretsInFiles, secretsNowhere, secretsKept, secretsSet, secretsFound
    case keyringOpen, keyringLocked, keyringEmpty, keyringSilent, keyringForeign, keyringAsks
    /// `{reason}` stands for why, in the system's words.
    case keyringAbsent
    /// `{path}` stands for the settings' file.
    case storageUnchosen
    /// `{storage}` stands for what was given.
    case storageMalformed

    // What the machine has.
    /// `{reader}` stands for its name, `{count}` for how many fingers it knows.
    case reader
    /// `{reason}` stands for why, in the system's words.
    case readerProblem
    case enrolFinger
    /// `{session}` stands for the session's name.
    case sessions
    /// `{reason}` stands for why, in the system's words.
    case noReader, noSessions
    /// `{packages}` stands for their names.
    case doctorInstall

    static var translations: [LocalizedTexts<TerminalText>] { [english, french] }
}
