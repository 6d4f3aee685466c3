public import LatchkeyLock

extension LockPlatform {
    /// This platform with passcodes that are cheap to verify, for fast tests. They protect nothing.
    public var withCheapPasscodes: LockPlatform {
        var platform = self
        // Within the limits, so that it does not throw.
        if let parameters = try? ScryptParameters(logN: 1, blockSize: 1, passes: 1) { platform.parameters = parameters }
        return platform
    }
}
