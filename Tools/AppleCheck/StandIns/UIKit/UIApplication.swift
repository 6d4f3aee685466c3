@_exported import Foundation

// Page: uikit/uiresponder. UIResponder.h: main actor. That `init()` is not isolated is looser than Apple: without
// Objective-C the language allows nothing else.
@MainActor open class UIResponder: NSObject {
    public nonisolated override init() { super.init() }
}

// Page: uikit/uiapplication.
@MainActor open class UIApplication: UIResponder {
    // Page: uiapplication/shared. Not in app extensions.
    @available(iOSApplicationExtension, unavailable)
    open class var shared: UIApplication { standIn }
    private static let standIn = UIApplication()
    // Pages: uiapplication/state, applicationstate.
    public enum State: Int, Sendable {
        case active = 0
        case inactive = 1
        case background = 2
    }
    open var applicationState: State { .active }
    // Page: uiapplication/isprotecteddataavailable.
    open var isProtectedDataAvailable: Bool {
        standInProtectedDataRequests += 1
        return standInProtectedDataIsAvailable
    }
    /// Not Apple's: whether the device is unlocked, and the number of queries.
    public var standInProtectedDataIsAvailable = true
    public private(set) var standInProtectedDataRequests = 0
    // Page: uiapplication/connectedscenes.
    open var connectedScenes: Set<UIScene> { standInScenes }
    /// Not Apple's: the scenes that the system has connected.
    public var standInScenes: Set<UIScene> = []

    // Pages: uiapplication/<name in lower case>. Imported constants are not isolated. The texts are unverified: only
    // compare with the constants.
    public nonisolated class var didBecomeActiveNotification: Notification.Name {
        .init("UIApplicationDidBecomeActive")
    }
    public nonisolated class var willResignActiveNotification: Notification.Name {
        .init("UIApplicationWillResignActive")
    }
    public nonisolated class var didEnterBackgroundNotification: Notification.Name {
        .init("UIApplicationDidEnterBackground")
    }
    public nonisolated class var willEnterForegroundNotification: Notification.Name {
        .init("UIApplicationWillEnterForeground")
    }
    public nonisolated class var willTerminateNotification: Notification.Name { .init("UIApplicationWillTerminate") }
    public nonisolated class var protectedDataDidBecomeAvailableNotification: Notification.Name {
        .init("UIApplicationProtectedDataDidBecomeAvailable")
    }
    public nonisolated class var protectedDataWillBecomeUnavailableNotification: Notification.Name {
        .init("UIApplicationProtectedDataWillBecomeUnavailable")
    }
}
