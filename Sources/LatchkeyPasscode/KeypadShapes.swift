/// The passcodes that are simple shapes on a telephone's number pad.
enum KeypadShapes {
    static func contain(_ pattern: PasscodePattern) -> Bool { numbers.contains(pattern.number) }

    /// The 176 passcodes as numbers, created once.
    private static let numbers = Set(parallelLines + rimWalks + cornerWalks)

    /// Two rows, two columns or two diagonals, each in either direction.
    private static var parallelLines: [Int] {
        let families = [[123, 456, 789], [147, 258, 369], [159, 357]]
        return families.flatMap { family in
            let lines = family + family.map(reversed)
            return lines.flatMap { first in lines.map { first * 1000 + $0 } }
        }
    }

    /// Six steps along the rim, from any key of it, in either direction.
    private static var rimWalks: [Int] {
        let rim = [1, 2, 3, 6, 9, 8, 7, 4]
        return [rim, rim.reversed()].flatMap { way in
            way.indices.map { start in number(of: (way[start...] + way[..<start]).prefix(6)) }
        }
    }

    /// The four corners in any order, then the first two again, or with the middle twice before or after.
    private static var cornerWalks: [Int] {
        let corners = [1, 3, 7, 9]
        let orders = corners.flatMap { a in
            corners.flatMap { b in corners.flatMap { c in corners.map { d in [a, b, c, d] } } }
        }
        return orders.filter { Set($0).count == corners.count }
            .flatMap { [number(of: $0 + $0.prefix(2)), number(of: $0 + [5, 5]), number(of: [5, 5] + $0)] }
    }

    private static func number(of digits: some Sequence<Int>) -> Int { digits.reduce(0) { $0 * 10 + $1 } }

    private static func reversed(_ line: Int) -> Int {
        line % 10 * 100 + line / 10 % 10 * 10 + line / 100
    }
}
