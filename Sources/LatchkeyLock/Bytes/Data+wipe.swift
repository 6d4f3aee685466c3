internal import Foundation
internal import LatchkeyCore

extension Data {
    /// Overwrites the bytes with zeros in place, unless they are shared: then other owners keep a copy.
    mutating func wipe() {
        withUnsafeMutableBytes { LatchkeyCore.wipe($0) }
    }
}
