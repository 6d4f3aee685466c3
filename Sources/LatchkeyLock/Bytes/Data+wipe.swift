internal import Foundation
internal import LatchkeyPasscode

extension Data {
    /// Overwrites the bytes with zeros in place, unless they are shared: then other owners keep a copy.
    mutating func wipe() {
        withUnsafeMutableBytes { LatchkeyPasscode.wipe($0) }
    }
}
