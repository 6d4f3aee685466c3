import Foundation

enum ProcessState {
    /// prctl(2), PR_GET_DUMPABLE, or -1.
    static var dumpable: Int32 {
        guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "prctl") else { return -1 }
        let prctl = unsafeBitCast(symbol, to: (@convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32).self)
        return prctl(3, 0, 0, 0, 0)
    }
}
