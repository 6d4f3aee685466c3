/// The library's languages. A module without the language has English.
extension LocalizedTexts {
    /// French.
    public static var french: LocalizedTexts { .preferred(from: ["fr"]) }
    /// German.
    public static var german: LocalizedTexts { .preferred(from: ["de"]) }
    /// Spanish.
    public static var spanish: LocalizedTexts { .preferred(from: ["es"]) }
    /// Italian.
    public static var italian: LocalizedTexts { .preferred(from: ["it"]) }
    /// Portuguese (Brazil).
    public static var portuguese: LocalizedTexts { .preferred(from: ["pt-BR"]) }
    /// Dutch.
    public static var dutch: LocalizedTexts { .preferred(from: ["nl"]) }
    /// Polish.
    public static var polish: LocalizedTexts { .preferred(from: ["pl"]) }
    /// Japanese.
    public static var japanese: LocalizedTexts { .preferred(from: ["ja"]) }
    /// Arabic.
    public static var arabic: LocalizedTexts { .preferred(from: ["ar"]) }
}
