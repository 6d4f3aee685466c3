import LatchkeyLock
import LatchkeyUI
import SwiftUI

/// The settings of the lock. Add the app's own sections next to them.
struct SettingsView: View {
    let lock: PasscodeService
    @Environment(\.screenTexts) private var texts

    var body: some View {
        Form { PasscodeSettingsView(lock) }
            .navigationTitle(Text(verbatim: texts[.settings]))
    }
}
