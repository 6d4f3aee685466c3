import LatchkeyUI
import SwiftUI

/// The introduction, then the choice of a passcode.
struct OnboardingView: View {
    let onboarding: OnboardingModel
    @State private var passcode: SetPasscodeModel?
    @Environment(\.screenTexts) private var texts

    var body: some View {
        // Not a `Group`: `onAppear` would apply to each member.
        ZStack {
            if onboarding.step == .introduction {
                introduction
            } else if let passcode {
                SetPasscodeView(model: passcode, onDone: onboarding.end, onCancel: onboarding.end)
            }
        }
        .onAppear {
            guard passcode == nil else { return }
            passcode = SetPasscodeModel(.set, of: onboarding.lock, texts: texts)
        }
    }

    private var introduction: some View {
        ScrollView {
            VStack(spacing: 20) {
                Image(systemName: "lock.doc").font(.largeTitle).accessibilityHidden(true)
                Text("Welcome").font(.title).accessibilityAddTraits(.isHeader)
                Text("Your notes are encrypted on this device. A passcode opens them.").multilineTextAlignment(.center)
                Button("Continue", action: onboarding.choosePasscode).buttonStyle(.borderedProminent)
            }
            .padding()
            .frame(maxWidth: .infinity)
        }
    }
}
