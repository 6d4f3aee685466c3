import Foundation

extension Data {
    /// Returns nil unless the text is pairs of hexadecimal digits.
    init?(hex text: String) {
        let digits = text.map(\.hexDigitValue)
        guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
        let values = digits.compactMap { $0 }
        self.init(stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
    }
}
