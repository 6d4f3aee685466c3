public import LatchkeyCore

/// The rules of a module's texts in one language, compared with those in English.
public struct TranslationContract: Sendable {
    /// Texts for users by key.
    public struct Texts: Sendable {
        /// The language's tag.
        public var language: String
        /// The texts without a count.
        public var plain: [String: String]
        /// The plural forms of the texts with a count.
        public var counted: [String: [PluralCategory: String]]

        /// Creates the texts of a language.
        ///
        /// - Parameters:
        ///   - language: The language's tag.
        ///   - plain: The texts without a count.
        ///   - counted: The plural forms of the texts with a count.
        public init(language: String, plain: [String: String], counted: [String: [PluralCategory: String]] = [:]) {
            (self.language, self.plain, self.counted) = (language, plain, counted)
        }

        /// The texts of a module of Latchkey.
        public init<Key: TextKey>(_ texts: LocalizedTexts<Key>) {
            self.init(language: texts.language, plain: texts.plain, counted: texts.counted)
        }
    }

    private let texts: Texts
    private let english: Texts
    private let sharedWords: Set<String>
    private let isAlike: @Sendable (_ key: String) -> Bool

    /// Creates a contract for a translation.
    ///
    /// - Parameters:
    ///   - texts: The translation.
    ///   - english: The texts in English.
    ///   - sharedWords: Words in lower case that the language spells as English does, such as `server`. Other words
    ///     that several of the English texts contain are not allowed.
    ///   - isAlike: Whether the key's text is the same in both languages, such as the name of a product. All others
    ///     must differ. A plural form's key ends in its name: `left.one`.
    public init(
        _ texts: Texts, english: Texts, sharedWords: Set<String> = [],
        isAlike: @escaping @Sendable (_ key: String) -> Bool = { _ in false }
    ) {
        (self.texts, self.english, self.sharedWords, self.isAlike) = (texts, english, sharedWords, isAlike)
    }

    /// Verifies each rule. Throws ``ContractViolation`` for the first broken one.
    public func verify() throws(ContractViolation) {
        try everyTextIsTranslated()
        try everyPluralFormIsWritten()
        try placeholdersAreKept()
        try linksBeginBeforeTheyEnd()
        try onlyListedTextsAreInEnglish()
        try textsContainNoDirectionMarks()
    }

    private func everyTextIsTranslated() throws(ContractViolation) {
        let rule = ContractRule("a language has every text, and no other")
        try rule.requireEqual(keys(texts).symmetricDifference(keys(english)).sorted(), [])
        for (key, text) in texts.all { try rule.require(!text.isEmpty, "\(texts.language) \(key): empty") }
    }

    private func everyPluralFormIsWritten() throws(ContractViolation) {
        let rule = ContractRule("a text with a count has each of the language's plural forms")
        try rule.requireEqual(texts.counted.keys.sorted(), english.counted.keys.sorted())
        let expected = Set(PluralCategory.all(in: texts.language))
        let withMillions = expected.union([PluralCategory(of: 1_000_000, in: texts.language)])
        for (key, forms) in texts.counted {
            try rule.require(
                [expected, withMillions].contains(Set(forms.keys)),
                "\(texts.language) \(key): \(forms.keys.map(\.rawValue))")
        }
    }

    private func placeholdersAreKept() throws(ContractViolation) {
        let rule = ContractRule("a translation has the placeholders of the text in English")
        for (key, text) in texts.plain {
            let (mine, theirs) = (Self.placeholders(in: text), Self.placeholders(in: english.plain[key] ?? ""))
            try rule.require(mine == theirs, "\(texts.language) \(key): \(text)")
        }
        for (key, forms) in texts.counted {
            let theirs = Self.placeholders(in: english.counted[key]?[.other] ?? "")
            for (category, text) in forms {
                // "One attempt" and "two attempts" need no digit.
                let number = [.zero, .one, .two].contains(category) ? ["{count}", "{number}"] : []
                let mine = Self.placeholders(in: text)
                try rule.require(
                    mine == theirs || mine == theirs.filter { !number.contains($0) },
                    "\(texts.language) \(key) \(category): \(text)")
            }
        }
    }

    private func linksBeginBeforeTheyEnd() throws(ContractViolation) {
        let rule = ContractRule("a link begins before it ends")
        for (key, text) in texts.all {
            var (open, isPaired): ([Substring], Bool) = ([], true)
            for mark in text.matches(of: #/\{(\/?)([a-z]+)\}/#) where text.contains("{/\(mark.2)}") {
                if mark.1.isEmpty { open.append(mark.2) } else { isPaired = isPaired && open.popLast() == mark.2 }
            }
            try rule.require(isPaired && open.isEmpty, "\(texts.language) \(key): \(text)")
        }
    }

    private func onlyListedTextsAreInEnglish() throws(ContractViolation) {
        guard texts.language != english.language else { return }
        let rule = ContractRule("only listed texts are in English")
        let originals = Dictionary(uniqueKeysWithValues: english.all)
        let counts = originals.values.flatMap { Self.words(in: $0) }
            .reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        let englishWords = Set(counts.filter { $0.value > 1 }.keys).union(Self.englishWords).subtracting(sharedWords)
        for (key, text) in texts.all {
            let hasLetters = text.replacing(#/\{[a-z]+\}/#, with: "").contains(#/\p{L}/#)
            try rule.require(
                isAlike(key) == (hasLetters && text == originals[key]), "\(texts.language) \(key): \(text)")
            guard !isAlike(key) else { continue }
            let left = Self.words(in: text).intersection(englishWords)
            try rule.require(left.isEmpty, "\(texts.language) \(key): \(left.sorted())")
        }
    }

    private func textsContainNoDirectionMarks() throws(ContractViolation) {
        let rule = ContractRule("a text has no marks of direction, which terminals and logs show as errors")
        for (key, text) in texts.all {
            let marks = text.unicodeScalars.filter { $0.properties.isBidiControl }
            try rule.require(marks.isEmpty, "\(texts.language) \(key)")
        }
    }

    private func keys(_ texts: Texts) -> Set<String> { Set(texts.plain.keys).union(texts.counted.keys) }

    private static func placeholders(in text: String) -> [String] {
        text.matches(of: #/\{/?[a-z]+\}/#).map { String($0.output) }.sorted()
    }

    /// Words that no other language has, even if no text in English repeats them.
    private static let englishWords: Set<String> = ["the", "your", "you", "this", "with", "and", "again"]

    /// Returns the words of at least four letters, in lower case, and those of ``englishWords``. Many languages share
    /// other short ones.
    private static func words(in text: String) -> Set<String> {
        let words = text.replacing(#/\{\/?[a-z]+\}/#, with: " ").lowercased().split { !$0.isLetter && $0 != "’" }
        return Set(words.map { String($0) }.filter { $0.count >= 4 || englishWords.contains($0) })
    }
}

extension TranslationContract.Texts {
    /// Every text, with its plural forms.
    fileprivate var all: [(key: String, value: String)] {
        plain.map { ($0, $1) }
            + counted.flatMap { key, forms in forms.map { ("\(key).\($0.rawValue)", $1) } }
    }
}
