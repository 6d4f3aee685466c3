import Foundation
import Testing

/// The resources of the process, as reported by the kernel.
extension ServerUnderTest {
    var portNumber: Int { Int(port) ?? 0 }

    /// The number of open descriptors.
    var descriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd").count }
    }

    /// The number of open sockets: files vary with the database's work.
    var sockets: Int {
        get throws {
            let folder = "/proc/\(process.id)/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
                // Skips descriptors closed meanwhile.
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
                return target?.hasPrefix("socket:") == true
            }
        }
    }
}
