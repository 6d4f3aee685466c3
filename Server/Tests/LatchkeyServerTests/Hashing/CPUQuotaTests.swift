import Testing

@testable import LatchkeyServer

@Suite struct CPUQuotaTests {
    private static func permits(_ groups: String, _ files: [String: String], of count: Int = 8) -> Int {
        CPUQuota(groups: groups) { files[$0] }.limited(count)
    }

    @Test(
        "V9 a container's quota limits permits, rounded up, at least one",
        arguments: [
            ("150000 100000\n", 2), ("100000 100000", 1), ("5000 100000", 1), ("1600000 100000", 8), ("max 100000", 8),
        ])
    func aContainersQuotaLimitsPermitsRoundedUpAtLeastOne(text: String, expected: Int) {
        #expect(Self.permits("0::/\n", ["cpu.max": text]) == expected)
    }

    @Test func lowestQuotaOfTheGroupAndItsParentsApplies() {
        let files = [
            "cpu.max": "max 100000", "system.slice/cpu.max": "200000 100000",
            "system.slice/latchkey.service/cpu.max": "300000 100000",
        ]
        #expect(Self.permits("0::/system.slice/latchkey.service\n", files) == 2)
    }

    @Test(arguments: [("250000\n", 3), ("-1\n", 8)])
    func version1OfControlGroupsIsSupported(quota: String, expected: Int) {
        let groups = "5:memory:/docker/x\n4:cpu,cpuacct:/docker/x\n"
        // A container's own group is mounted at the root.
        let files = ["cpu/cpu.cfs_quota_us": quota, "cpu/cpu.cfs_period_us": "100000\n"]
        #expect(Self.permits(groups, files) == expected)
    }

    @Test(arguments: ["", "x", "0 100000", "100000 0", "nan nan", "1e300 1"])
    func anInvalidQuotaIsIgnored(text: String) {
        #expect(Self.permits("0::/\n", ["cpu.max": text]) == 8)
        #expect(Self.permits("", [:]) == 8)
        #expect(Self.permits("0::", [:]) == 8)
    }
}
