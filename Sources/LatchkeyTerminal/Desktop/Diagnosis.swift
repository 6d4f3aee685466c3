internal import Foundation

/// A diagnosis of the machine's services and of the storage: as text by `text(in:settings:)`, for programs as JSON.
struct Diagnosis: Encodable, Equatable {
    /// The reason for the chosen storage.
    enum Reason: String, Encodable {
        /// The secrets are already stored there.
        case kept
        /// The settings require it.
        case setting
        /// There is a keyring.
        case found
        /// There is no keyring, and the settings do not allow files.
        case nothing
        /// This system has no other storage.
        case onlyOne = "only_one"
    }

    struct Secrets: Encodable, Equatable {
        let storage: StorageSetting?
        let reason: Reason
        let setting: StorageSetting?
    }

    struct Keyring: Encodable, Equatable {
        enum State: String, Encodable { case open, locked, empty, absent, silent }

        let state: State
        /// The reason that there is none.
        let problem: String?
    }

    struct Fingerprint: Encodable, Equatable {
        let reader: String?
        let enrolledFingers: Int
        let problem: String?
    }

    struct Sessions: Encodable, Equatable {
        let session: String?
        let problem: String?
    }

    let server: String
    let secrets: Secrets
    /// The keyring; nil on a system without this service, like the next two.
    let keyring: Keyring?
    let fingerprint: Fingerprint?
    let sessions: Sessions?
    /// The names of Debian packages.
    let install: [String]
    /// The requirements for trying a passcode; nil without a passcode, or if the secrets cannot be read now.
    var unlock: UnlockProtection?
}

extension Diagnosis {
    func text(in texts: TerminalTexts, settings: URL) -> String {
        var lines = [texts[.serverLabel].replacing("{server}", with: server), secrets.text(in: texts)]
        if let unlock { lines.append(unlock.text(in: texts)) }
        if let keyring { lines.append(keyring.text(in: texts)) }
        if let fingerprint { lines.append(fingerprint.text(in: texts)) }
        if let sessions { lines.append(sessions.text(in: texts)) }
        if secrets.storage == nil {
            lines.append(texts[.storageUnchosen].replacing("{path}", with: settings.path))
        }
        if !install.isEmpty {
            lines.append(texts[.doctorInstall].replacing("{packages}", with: install.joined(separator: " ")))
        }
        return lines.joined(separator: "\n")
    }
}

extension Diagnosis.Secrets {
    fileprivate func text(in texts: TerminalTexts) -> String {
        let place: TerminalText =
            switch storage {
            case .keyring: .secretsInKeyring
            case .file: .secretsInFiles
            case nil: .secretsNowhere
            }
        let why: TerminalText? =
            switch reason {
            case .kept: .secretsKept
            case .setting: .secretsSet
            case .found: .secretsFound
            case .nothing, .onlyOne: nil
            }
        return ([place] + [why].compactMap(\.self)).map { texts[$0] }.joined(separator: " ")
    }
}

extension Diagnosis.Keyring {
    fileprivate func text(in texts: TerminalTexts) -> String {
        let text: TerminalText =
            switch state {
            case .open: .keyringOpen
            case .locked: .keyringLocked
            case .empty: .keyringEmpty
            case .absent: .keyringAbsent
            case .silent: .keyringSilent
            }
        return texts[text].replacing("{reason}", with: problem ?? "")
    }
}

extension Diagnosis.Fingerprint {
    fileprivate func text(in texts: TerminalTexts) -> String {
        guard let reader else { return texts[.noReader].replacing("{reason}", with: problem ?? "") }
        let found = texts[.reader].replacing("{reader}", with: reader)
            .replacing("{count}", with: String(enrolledFingers))
        if let problem { return found + " " + texts[.readerProblem].replacing("{reason}", with: problem) }
        return enrolledFingers == 0 ? found + " " + texts[.enrolFinger] : found
    }
}

extension Diagnosis.Sessions {
    fileprivate func text(in texts: TerminalTexts) -> String {
        guard let session else { return texts[.noSessions].replacing("{reason}", with: problem ?? "") }
        return texts[.sessions].replacing("{session}", with: session)
    }
}
