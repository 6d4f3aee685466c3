#if canImport(SwiftUI)
internal import LatchkeyPasscode
internal import SwiftUI

/// A dot for each digit, filled if it is typed. Screen readers receive the number of digits, never the digits.
struct PasscodeDots: View {
    let count: Int
    @Environment(\.screenTexts) private var texts
    @ScaledMetric private var size: CGFloat = 14
    /// Grows with the user's text size, as far as all dots fit in a row of the smallest device.
    private var side: CGFloat { min(size, 26) }

    var body: some View {
        HStack(spacing: side) {
            ForEach(0..<Passcode.length, id: \.self) { index in
                Circle()
                    .strokeBorder(.primary, lineWidth: 1)
                    .background(Circle().fill(index < count ? Color.primary : Color.clear))
                    .frame(width: side, height: side)
            }
        }
        // Filled in the order of the number pad, from left to right in every language.
        .environment(\.layoutDirection, .leftToRight)
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(verbatim: texts[.passcode]))
        .accessibilityValue(Text(verbatim: texts[.digitsTyped].replacing("{count}", with: String(count))))
    }
}

#Preview("None") { PasscodeDots(count: 0) }

#Preview("Four") { PasscodeDots(count: 4) }
#endif
