/// The 29 most popular six-digit codes, most frequent first.
///
/// Source: P. Markert, D. V. Bailey, M. Golla, M. Dürmuth and A. J. Aviv, "This PIN Can Be Easily Guessed: Analyzing
/// the Security of Smartphone Unlock PINs", IEEE Symposium on Security and Privacy 2020: the smallest of its
/// data-driven blocklists for six digits (https://this-pin-can-be-easily-guessed.github.io).
enum PopularPasscodes {
    static func contains(_ pattern: PasscodePattern) -> Bool { numbers.contains(pattern.number) }

    private static let numbers: Set = [
        123456, 654321, 111111, 000000, 123123, 666666, 121212, 112233, 789456, 159753,
        555555, 999999, 123321, 987654, 222222, 888888, 456789, 123654, 696969, 777777,
        101010, 131313, 333333, 246810, 159357, 232323, 252525, 147258, 147852,
    ]
}
