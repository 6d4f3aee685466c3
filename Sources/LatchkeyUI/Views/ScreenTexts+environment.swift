#if canImport(SwiftUI)
internal import LatchkeyCore
public import SwiftUI

private struct ScreenTextsKey: EnvironmentKey {
    static let defaultValue = ScreenTexts.preferred(from: PreferredLanguages.current)
}

extension EnvironmentValues {
    /// The language of the screens and of the lock's window over them. Default: the first of the user's languages that
    /// is supported. Models that the app creates have it as a parameter.
    public var screenTexts: ScreenTexts {
        get { self[ScreenTextsKey.self] }
        set { self[ScreenTextsKey.self] = newValue }
    }
}
#endif
