// For the few files that differ between Darwin and Glibc. Only they see this module: packages ask whether there is one.
// Sources: the headers named beside each, of Apple's open-source xnu and Libc; how C is imported into Swift.

// sys/signal.h
public typealias sigset_t = UInt32
public struct __sigaction_u {
    public init() {}
    public var __sa_handler: (@convention(c) (Int32) -> Void)!
}
public struct sigaction {
    public init() {}
    public var __sigaction_u = Darwin.__sigaction_u()
    public var sa_mask: sigset_t = 0
    public var sa_flags: Int32 = 0
    // In C a function and a type share the name; Swift's importer allows what its language does not. Calls look alike.
    @discardableResult
    public init(_ signal: Int32, _ new: UnsafePointer<sigaction>!, _ old: UnsafeMutablePointer<sigaction>!) {}
}
public var SA_RESTART: Int32 { 0x0002 }

// sys/fcntl.h, unistd.h; the overlay's form of the variadic function.
public var F_FULLFSYNC: Int32 { 51 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { 0 }
public func fsync(_ descriptor: Int32) -> Int32 { 0 }

// string.h: rsize_t and errno_t are Int and Int32.
@discardableResult
public func memset_s(_ memory: UnsafeMutableRawPointer!, _ size: Int, _ value: Int32, _ count: Int) -> Int32 { 0 }

// sys/sysctl.h
public func sysctlbyname(
    _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!, _ oldSize: UnsafeMutablePointer<Int>!,
    _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { 0 }

// time.h
public struct clockid_t: RawRepresentable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}
public var CLOCK_MONOTONIC_RAW: clockid_t { clockid_t(rawValue: 4) }
public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 { 0 }
