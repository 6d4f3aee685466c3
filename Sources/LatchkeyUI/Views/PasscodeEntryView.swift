#if canImport(SwiftUI)
internal import LatchkeyBiometrics
internal import SwiftUI

/// The passcode entry that all screens share: title, dots, the result of the last attempt, and the keys.
struct PasscodeEntryView: View {
    let entry: PasscodeEntry
    let title: String
    /// The reason for the request, or nil.
    var reason: String?
    /// The text instead of the result of the last attempt, or nil.
    var problem: String?
    var biometrics: BiometricType?
    var onBiometrics: @MainActor () -> Void = {}
    @FocusState private var isFocused: Bool
    /// The start position of a screen reader.
    @AccessibilityFocusState private var isTitleRead: Bool

    var body: some View {
        VStack(spacing: 24) {
            Text(verbatim: title)
                .font(.headline)
                .multilineTextAlignment(.center)
                .accessibilityAddTraits(.isHeader)
                .accessibilityFocused($isTitleRead)
            if let reason {
                Text(verbatim: reason).font(.callout).foregroundStyle(.secondary).multilineTextAlignment(.center)
            }
            PasscodeDots(count: entry.pad.count)
                .shakes(at: entry.failures)
            // Room for two lines, so that the keys do not move when a text appears.
            Text(verbatim: status ?? " \n ")
                .font(.callout)
                .foregroundStyle(.secondary)
                .multilineTextAlignment(.center)
                .lineLimit(2...)
                .accessibilityHidden(status == nil)
            NumberPadView(pad: entry.pad, biometrics: biometrics, onBiometrics: onBiometrics)
        }
        .padding()
        .frame(maxWidth: 420)
        .acceptsKeys(for: entry.pad, isFocused: $isFocused)
        .failureHaptics(entry.failures)
        .onAppear { (isFocused, isTitleRead) = (true, true) }
        .announces(Announcement(title: title, message: problem ?? entry.announcement))
    }

    private var status: String? { problem ?? entry.status }
}

/// The keys that delete a digit: `.delete` is U+0008, and the Delete key of a Mac's keyboard sends U+007F
/// (<https://developer.apple.com/documentation/appkit/nsdeletecharacter>).
private let deletingKeys: [KeyEquivalent] = [.delete, .deleteForward, KeyEquivalent("\u{7F}")]

extension View {
    /// Types a keyboard's digits and delete key into the pad. Shortcuts are not affected.
    fileprivate func acceptsKeys(for pad: NumberPadModel, isFocused: FocusState<Bool>.Binding) -> some View {
        focusable()
            .focused(isFocused)
            .focusEffectDisabled()
            .onKeyPress(phases: .down) { press in
                guard press.modifiers.isDisjoint(with: [.command, .control, .option]) else { return .ignored }
                if let character = press.characters.first, press.characters.count == 1, pad.type(character) {
                    return .handled
                }
                guard deletingKeys.contains(press.key) else { return .ignored }
                pad.delete()
                return .handled
            }
    }

    /// Shakes once for each failure, unless the user has reduced motion.
    fileprivate func shakes(at failures: Int) -> some View { modifier(Shake(failures: failures)) }
}

private struct Shake: ViewModifier {
    let failures: Int
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    func body(content: Content) -> some View {
        content.phaseAnimator([0, -12, 12, -6, 0], trigger: failures) { dots, offset in
            dots.offset(x: reducesMotion ? 0 : offset)
        } animation: { _ in
            .linear(duration: 0.06)
        }
    }
}
#endif
