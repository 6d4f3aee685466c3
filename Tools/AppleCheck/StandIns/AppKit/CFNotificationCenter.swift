// Pages: corefoundation/cfnotificationcenter and those of its functions; CFNotificationCenter.h (swift-corelibs-foundation).
// Looser than Apple: a CFString is an NSString here, to which Apple's compiler converts by `as`; the other types are
// pointers, since without Objective-C no class may stand in a C function's type.
public typealias CFString = NSString
public typealias CFNotificationCenter = OpaquePointer
public typealias CFNotificationCallback =
    @convention(c) (
        CFNotificationCenter?, UnsafeMutableRawPointer?, OpaquePointer?, UnsafeRawPointer?, OpaquePointer?
    ) -> Void

public enum CFNotificationSuspensionBehavior: Int {
    case drop = 1
    case coalesce = 2
    case hold = 3
    case deliverImmediately = 4
}

public func CFNotificationCenterGetDistributedCenter() -> CFNotificationCenter! { nil }
public func CFNotificationCenterAddObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!, _ callBack: CFNotificationCallback!,
    _ name: CFString!, _ object: UnsafeRawPointer!, _ suspensionBehavior: CFNotificationSuspensionBehavior
) {}
public func CFNotificationCenterRemoveEveryObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!
) {}
