/// The digits in typed or pasted text, from a keyboard of any script.
///
/// On a French keyboard, the upper row types digits only with Shift. Its other characters are not accepted as digits. A
/// terminal reports the character, not the key, and a hyphen from any other keyboard would become a six.
package enum TypedDigits {
    /// Returns the value of a decimal digit (Unicode's Nd): ASCII, full-width, Arabic-Indic, Persian and others.
    /// Returns nil for anything else.
    package static func value(of character: Character) -> Int? {
        let scalars = character.unicodeScalars
        guard scalars.count == 1, let properties = scalars.first?.properties, properties.numericType == .decimal else {
            return nil
        }
        return properties.numericValue.map { Int($0) }
    }

    /// Returns the digits of pasted text. Spaces, line ends, dashes and invisible marks of direction or width between
    /// them are skipped. Returns nil if it contains anything else: with a comma or a point it is an amount.
    package static func values(in text: String) -> [Int]? {
        var values: [Int] = []
        for scalar in text.unicodeScalars where !isSeparator(scalar) {
            guard let value = value(of: Character(scalar)) else { return nil }
            values.append(value)
        }
        return values
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .format: true
        // U+2212 is the minus sign.
        default: scalar.properties.isWhitespace || scalar == "\u{2212}"
        }
    }
}
