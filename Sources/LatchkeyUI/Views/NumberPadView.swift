#if canImport(SwiftUI)
public import LatchkeyBiometrics
public import SwiftUI

/// A number pad with the digits, a delete key, and a key for biometrics if they are offered.
public struct NumberPadView: View {
    private let pad: NumberPadModel
    private let biometrics: BiometricType?
    private let onBiometrics: @MainActor () -> Void
    @Environment(\.screenTexts) private var texts

    /// Creates a view of a number pad's keys.
    ///
    /// - Parameters:
    ///   - pad: Receives the digits.
    ///   - biometrics: The biometrics of the key at the lower left; nil hides it.
    ///   - onBiometrics: The action of that key.
    public init(
        pad: NumberPadModel, biometrics: BiometricType? = nil, onBiometrics: @escaping @MainActor () -> Void = {}
    ) {
        (self.pad, self.biometrics, self.onBiometrics) = (pad, biometrics, onBiometrics)
    }

    public var body: some View {
        Grid(horizontalSpacing: 20, verticalSpacing: 12) {
            ForEach([1, 4, 7], id: \.self) { first in
                GridRow { ForEach(first..<first + 3, id: \.self) { digit($0) } }
            }
            GridRow {
                biometricKey
                digit(0)
                key("delete.backward", label: texts[.deleteDigit]) { pad.delete() }.disabled(pad.count == 0)
            }
        }
        // Keypads are arranged from left to right in every language.
        .environment(\.layoutDirection, .leftToRight)
        .disabled(!pad.isEnabled)
    }

    private func digit(_ digit: Int) -> some View {
        Button {
            pad.press(digit)
        } label: {
            Text(verbatim: String(digit)).font(.title)
        }
        .buttonStyle(NumberPadKeyStyle())
    }

    @ViewBuilder private var biometricKey: some View {
        if let biometrics {
            key(
                biometrics.systemImage, label: texts[.unlockWithBiometrics, with: biometrics], action: onBiometrics)
        } else {
            Color.clear.frame(width: 1, height: 1).accessibilityHidden(true)
        }
    }

    private func key(_ image: String, label: String, action: @escaping @MainActor () -> Void) -> some View {
        Button(action: action) { Image(systemName: image).font(.title2) }
            .buttonStyle(NumberPadKeyStyle())
            .accessibilityLabel(Text(verbatim: label))
    }
}

/// The style of a round key that grows with the user's text size, as far as three fit in a row.
private struct NumberPadKeyStyle: ButtonStyle {
    @ScaledMetric(relativeTo: .title) private var size: CGFloat = 68

    func makeBody(configuration: Configuration) -> some View {
        let side = min(size, 92)
        return configuration.label
            .minimumScaleFactor(0.5)
            .frame(width: side, height: side)
            .keyBackground()
            .opacity(configuration.isPressed ? 0.5 : 1)
            .contentShape(Circle())
    }
}

#Preview("Empty") { NumberPadView(pad: NumberPadModel { _ in }) }

#Preview("With Face ID") { NumberPadView(pad: NumberPadModel { _ in }, biometrics: .faceID) }
#endif
