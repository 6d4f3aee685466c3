/// What the terminal app says beyond the screens that all apps share; each language has one of every kind.
enum TerminalText: String, Sendable, CaseIterable {
    // The app.
    /// `{label}` stands for what is asked for; the answer follows.
    case asking
    /// `{server}` stands for its address.
    case serverLabel
    case locked, loading, quit, choose, open, back, scroll, add, edit, delete, move, type, send, tooSmall
    case confirmKeys, yes, no, settingsKey, lockKey

    // Notes.
    case notes, noNotes, untitled, deleteNote, emptyNote, noText, noteDamaged, noteGone, recovered
    /// `{reason}` stands for why.
    case notSaved, editorFailed
    /// `{count}` stands for how many.
    case damagedNotes

    // Commands.
    case notSignedIn, cancelled, noTerminal, ambiguousNote, deleted, saved
    /// `{id}` stands for what was asked for.
    case noSuchNote
    /// `{server}` stands for what was given.
    case serverMalformed
    /// `{path}` stands for the file.
    case settingsUnreadable
}
