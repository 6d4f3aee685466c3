internal import Foundation
internal import LatchkeySecrets

extension Data {
    /// Overwrites the bytes with zeros in place, unless they are shared: then other owners keep a copy.
    mutating func wipe() {
        withUnsafeMutableBytes { LatchkeySecrets.wipe($0) }
    }
}
