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

    /// The CPU time of all threads (proc_pid_stat(5)).
    var processorTime: Duration {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8)
            // After the name, which may contain anything but ends with the last parenthesis.
            let fields = try #require(text.split(separator: ")").last).split(separator: " ")
            let ticks = (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
            return .milliseconds(ticks * 1000 / sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// Limits descriptors from now on.
    func limitDescriptors(to count: Int) async throws {
        let command = try ChildProcess(
            ["/usr/bin/prlimit", "--pid", "\(process.id)", "--nofile=\(count):"], scratch: data.scratch)
        #expect(try await command.exit().status == 0)
    }
}
