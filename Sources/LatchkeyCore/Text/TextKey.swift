/// An enumeration of the keys of a module's texts.
public protocol TextKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The texts in English.
    static var english: LocalizedTexts<Self> { get }
    /// The texts in each of the library's languages, English first.
    static var translations: [LocalizedTexts<Self>] { get }
}
