internal import Foundation
internal import LatchkeyPasscode

extension Data {
    /// Overwrites the bytes with zeros, in place. The caller is the only owner, or others keep a copy.
    mutating func wipe() {
        withUnsafeMutableBytes { LatchkeyPasscode.wipe($0) }
    }
}
