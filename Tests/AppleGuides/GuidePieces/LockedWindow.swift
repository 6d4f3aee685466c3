import LatchkeyLock
import LatchkeyUI
import SwiftUI

extension View {
    /// The lock over a window of a device's app, with all that it hides.
    func lockedWindow(_ lock: PasscodeService) -> some View {
        #if os(macOS)
        appLock(lock, cover: .whenInactive).task { await lock.start() }
        #else
        appLock(lock, hidesFromRecording: true).task { await lock.start() }
        #endif
    }
}
