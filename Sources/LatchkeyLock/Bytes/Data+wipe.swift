internal import Foundation
internal import LatchkeyCore

extension Data {
    /// Overwrites the bytes with zeros in place. If they are shared, other owners keep a copy.
    mutating func wipe() {
        withUnsafeMutableBytes { LatchkeyCore.wipe($0) }
    }
}
