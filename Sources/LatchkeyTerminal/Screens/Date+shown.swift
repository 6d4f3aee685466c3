internal import Foundation

extension Date {
    /// The date and local time, the same in every language and with every calendar in the settings: `2026-03-09 14:05`.
    var shown: String {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day, .hour, .minute], from: self)
        func text(_ number: Int?, _ digits: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        return "\(text(parts.year, 4))-\(text(parts.month, 2))-\(text(parts.day, 2)) "
            + "\(text(parts.hour, 2)):\(text(parts.minute, 2))"
    }
}
