import Foundation
import Testing

/// What the kernel says of the process.
extension ServerUnderTest {
    var portNumber: Int { Int(port) ?? 0 }

    /// How many are open.
    var descriptors: Int {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd").count }
    }

    /// How many of them are sockets: files come and go with what the database does meanwhile.
    var sockets: Int {
        get throws {
            let folder = "/proc/\(process.id)/fd"
            return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
                // One that was closed since is none.
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + name)
                return target?.hasPrefix("socket:") == true
            }
        }
    }

    /// Of all its threads, in user and kernel mode (proc_pid_stat(5)).
    var processorTime: Duration {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8)
            // Behind the name, which may hold anything but ends with the last bracket.
            let fields = try #require(text.split(separator: ")").last).split(separator: " ")
            let ticks = (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
            return .milliseconds(ticks * 1000 / sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// From now on.
    func limitDescriptors(to count: Int) async throws {
        let command = try ChildProcess(
            ["/usr/bin/prlimit", "--pid", "\(process.id)", "--nofile=\(count):"], scratch: data.scratch)
        #expect(try await command.exit().status == 0)
    }
}
