extension TranslationContract {
    /// Names of systems, headers and settings, which no language translates.
    static let names: Set<String> = [
        "allow", "application", "file", "javascript", "json", "keyring", "latchkey", "name", "storage",
    ]

    /// Words of Latchkey's texts that a language spells as English does.
    static let sharedWords: [String: Set<String>] = [
        "de": [
            "administrator", "apps", "browser", "client", "code", "codes", "computer", "editor", "finger", "link",
            "links", "passkey", "passkeys", "problem", "server", "status", "still", "team", "terminal", "text",
        ],
        "es": ["apps", "editor", "terminal", "uses"],
        "fr": [
            "action", "active", "apps", "change", "client", "code", "codes", "dates", "invitation", "minutes",
            "moment", "note", "notes", "page", "pages", "secrets", "service", "session", "sessions", "site",
            "suspension", "terminal",
        ],
        "it": [
            "account", "browser", "client", "computer", "data", "email", "link", "note", "passkey", "provider",
            "server", "state", "team",
        ],
        "nl": [
            "account", "accounts", "apps", "browser", "client", "code", "codes", "computer", "contact", "editor",
            "letters", "link", "links", "mailbox", "open", "origin", "passkey", "passkeys", "provider", "server",
            "site", "start", "status", "team", "terminal",
        ],
        "pl": ["administrator", "data", "folder", "link", "origin", "problem", "same", "terminal"],
        "pt-BR": ["apps", "continue", "data", "editor", "ignore", "link", "links", "site", "terminal"],
    ]
}
