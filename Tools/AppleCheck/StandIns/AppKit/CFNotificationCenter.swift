// Pages: corefoundation/cfnotificationcenter and those of its functions; CFNotificationCenter.h
// (swift-corelibs-foundation). Looser than Apple: a CFString is an NSString here, to which Apple's compiler converts by
// `as`; the other types are pointers, since without Objective-C no class may stand in a C function's type.
public typealias CFString = NSString
public typealias CFNotificationCenter = OpaquePointer
public typealias CFNotificationCallback =
    @convention(c) (
        CFNotificationCenter?, UnsafeMutableRawPointer?, OpaquePointer?, UnsafeRawPointer?, OpaquePointer?
    ) -> Void

public enum CFNotificationSuspensionBehavior: Int, Sendable {
    case drop = 1
    case coalesce = 2
    case hold = 3
    case deliverImmediately = 4
}

public func CFNotificationCenterGetDistributedCenter() -> CFNotificationCenter! { nil }
public func CFNotificationCenterAddObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!, _ callBack: CFNotificationCallback!,
    _ name: CFString!, _ object: UnsafeRawPointer!, _ suspensionBehavior: CFNotificationSuspensionBehavior
) {
    StandInDistributedCenter.shared.add(
        .init(
            observer: Int(bitPattern: observer), callBack: callBack, name: name.map(String.init(describing:)) ?? "",
            behavior: suspensionBehavior))
}
public func CFNotificationCenterRemoveEveryObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!
) { StandInDistributedCenter.shared.remove(Int(bitPattern: observer)) }

/// Not Apple's: delivers notifications from one process to another.
///
/// Proof for `@unchecked Sendable`: the list is accessed only while the lock is held.
public final class StandInDistributedCenter: @unchecked Sendable {
    struct Observer {
        let observer: Int
        let callBack: CFNotificationCallback
        let name: String
        let behavior: CFNotificationSuspensionBehavior
    }

    public static let shared = StandInDistributedCenter()
    private var observers: [Observer] = []
    private let lock = NSLock()

    func add(_ observer: Observer) { lock.withLock { observers.append(observer) } }
    func remove(_ observer: Int) { lock.withLock { observers.removeAll { $0.observer == observer } } }

    /// Another process posts it. An inactive app is suspended, and receives only notifications for immediate delivery.
    /// Others are not modelled (page: foundation/distributednotificationcenter/suspended).
    public func post(_ name: String, toActiveApp isActive: Bool) {
        for each in lock.withLock({ observers }) where each.name == name {
            guard isActive || each.behavior == .deliverImmediately else { continue }
            each.callBack(nil, UnsafeMutableRawPointer(bitPattern: each.observer), nil, nil, nil)
        }
    }
}
