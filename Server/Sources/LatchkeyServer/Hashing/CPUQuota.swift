import Foundation

/// The CPU quota of the process's control group, as set by containers and systemd's `CPUQuota=`.
///
/// Version 2 has it in `cpu.max` (https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu-interface-files), version 1 in
/// `cpu.cfs_quota_us` and `cpu.cfs_period_us` (https://docs.kernel.org/scheduler/sched-bwc.html). Limits of parent
/// groups apply too.
struct CPUQuota {
    /// The number of processors, such as 1.5; nil without a quota.
    let processors: Double?

    /// - Parameters:
    ///   - groups: The text of `/proc/self/cgroup`.
    ///   - read: Returns the text of a file below `/sys/fs/cgroup`, or nil.
    init(groups: String, read: (String) -> String?) {
        let quotas = groups.split(separator: "\n").flatMap { line -> [Double] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            let isVersion2 = parts[1].isEmpty
            guard isVersion2 || parts[1].split(separator: ",").contains("cpu") else { return [] }
            return Self.folders(of: parts[2]).compactMap { folder in
                isVersion2
                    ? Self.ratio(read("\(folder)cpu.max")?.split(separator: " ") ?? [])
                    : Self.ratio(
                        ["cpu.cfs_quota_us", "cpu.cfs_period_us"].map { Substring(read("cpu/\(folder)\($0)") ?? "") })
            }
        }
        processors = quotas.min()
    }

    /// The quota of this process.
    static var current: CPUQuota {
        CPUQuota(groups: (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? "") { file in
            try? String(contentsOfFile: "/sys/fs/cgroup/\(file)", encoding: .utf8)
        }
    }

    /// Returns how many of `count` processors can be used concurrently, at least one.
    func limited(_ count: Int) -> Int {
        guard let processors else { return count }
        return max(1, min(count, Int(min(processors.rounded(.up), Double(Int32.max)))))
    }

    /// Returns the group's directory and its parents. In a container the topmost one is the container's own.
    private static func folders(of path: Substring) -> [String] {
        var folders = [""]
        for part in path.split(separator: "/") where part != ".." {
            folders.append("\(folders[folders.count - 1])\(part)/")
        }
        return folders
    }

    /// Returns nil without a limit, written as `max` or -1.
    private static func ratio(_ texts: [Substring]) -> Double? {
        let numbers = texts.compactMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
        return numbers[0] / numbers[1]
    }
}
