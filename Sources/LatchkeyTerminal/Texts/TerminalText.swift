internal import LatchkeyCore

/// The keys of the terminal app's texts, in addition to the screens that all apps share.
enum TerminalText: String, TextKey {
    // The app.
    /// `{label}` is the requested value; the user's input follows.
    case asking
    /// `{server}` is the server's address.
    case serverLabel
    case locked, loading, quit, choose, open, back, scroll, add, edit, delete, type, send, tooSmall
    case confirmKeys, yes, no, settingsKey, lockKey

    // Sign-in at the team's provider.
    case howToSignIn, howToReset, byEmail, openInBrowser, goBackToTerminal, signInFailed
    case signInLinkUsed, noSignInMethod, noResetMethod
    /// `{name}` is the provider's name.
    case inBrowser, byDeviceCode, waitingForProvider, providerUnreachable, providerDenied, providerExpired
    /// `{name}` is the provider's name.
    case providerMismatch, providerNotAsked
    /// `{address}` is the address to open, `{code}` the code to enter.
    case enterDeviceCode
    /// `{reason}` is the system's error message.
    case noPort
    /// `{method}` is the requested method.
    case methodNotOffered

    // The fingerprint reader.
    case touchReader, touchAgain, touchLonger, touchCentred, liftFinger, fingerprintIsOn, fingerprintWarning
    case fingerprintOnly
    /// `{label}` is the setting, `{value}` its value.
    case setting

    // Notes.
    case notes, noNotes, untitled, deleteNote, emptyNote, noText, noteDamaged, recovered
    case savedWhileLocked
    /// Another key was found in place of the key that seals drafts.
    case draftKeyAltered
    /// `{reason}` is the reason.
    case notSaved, editorFailed
    /// `{count}` is the number of notes.
    case damagedNotes

    // Commands.
    case notSignedIn, cancelled, noTerminal, ambiguousNote
    /// `{id}` is the requested identifier.
    case noSuchNote
    /// `{server}` is the given text.
    case serverMalformed
    /// `{path}` is the path of the file.
    case settingsUnreadable

    // Folders and the editor.
    case noHome, noMemoryFolder
    /// `{path}` is the path of the folder or file.
    case notAFolder, folderOfOtherUser, folderOpen, folderNotPrivate, textTooLong
    /// `{reason}` is the system's error message.
    case systemFailed
    case diskFull, notPermitted, outputFailed
    /// `{status}` is the editor's exit status.
    case exitStatus
    /// `{number}` is the number of the signal that ended the editor.
    case signal

    // The account's devices, and the protection of this one.
    case deviceShut, copyWorksOffline, copyNeedsServer
    /// `{id}` is the requested identifier.
    case noSuchDevice

    // The storage of secrets.
    case secretsInKeyring, secretsInFiles, secretsNowhere, secretsKept, secretsSet, secretsFound
    case keyringOpen, keyringLocked, keyringEmpty, keyringSilent, keyringForeign, keyringAsks, keyringUnsupported
    /// `{reason}` is the reason.
    case keyringAbsent
    /// `{path}` is the path of the settings file.
    case storageUnchosen
    /// `{storage}` is the given text.
    case storageMalformed

    // The machine's services.
    /// `{reader}` is the reader's name, `{count}` the number of enrolled fingers.
    case reader
    /// `{reason}` is the reason.
    case readerProblem
    case enrolFinger
    /// `{session}` is the session's name.
    case sessions
    /// `{reason}` is the reason.
    case noReader, noSessions
    /// `{packages}` are the packages' names.
    case doctorInstall

    static var translations: [LocalizedTexts<TerminalText>] {
        [english, french, german, spanish, italian, portuguese, dutch, polish, japanese, arabic]
    }
}
