/// The library's languages. A module without the language has English.
extension LocalizedTexts {
    /// The texts in French.
    public static var french: LocalizedTexts { .preferred(from: ["fr"]) }
    /// The texts in German.
    public static var german: LocalizedTexts { .preferred(from: ["de"]) }
    /// The texts in Spanish.
    public static var spanish: LocalizedTexts { .preferred(from: ["es"]) }
    /// The texts in Italian.
    public static var italian: LocalizedTexts { .preferred(from: ["it"]) }
    /// The texts in Portuguese (Brazil).
    public static var portuguese: LocalizedTexts { .preferred(from: ["pt-BR"]) }
    /// The texts in Dutch.
    public static var dutch: LocalizedTexts { .preferred(from: ["nl"]) }
    /// The texts in Polish.
    public static var polish: LocalizedTexts { .preferred(from: ["pl"]) }
    /// The texts in Japanese.
    public static var japanese: LocalizedTexts { .preferred(from: ["ja"]) }
    /// The texts in Arabic.
    public static var arabic: LocalizedTexts { .preferred(from: ["ar"]) }
}
