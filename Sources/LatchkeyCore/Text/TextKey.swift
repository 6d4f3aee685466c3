/// The names of the texts of a module: an enumeration with a case for each text.
public protocol TextKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The texts in English.
    static var english: LocalizedTexts<Self> { get }
    /// The texts in every language that comes with the library, English first.
    static var translations: [LocalizedTexts<Self>] { get }
}
