import Testing

@testable import LatchkeyServer

@Suite struct TroubleLogTests {
    @Test(
        """
        ASVS-16.3.4 A trouble is told once, and again when it is still there a minute later; another one is told \
        beside it
        """)
    func once() {
        let (log, start) = (TroubleLog(), ContinuousClock.now)
        #expect(log.isNew("53100", at: start))
        #expect(!log.isNew("53100", at: start + .milliseconds(59_999)))
        #expect(log.isNew("57P01", at: start + .seconds(1)))
        #expect(log.isNew("53100", at: start + .seconds(60)))
        #expect(!log.isNew("57P01", at: start + .milliseconds(60_999)))
        #expect(log.isNew("57P01", at: start + .seconds(61)))
        #expect(!log.isNew("53100", at: start + .seconds(61)))
    }

    @Test("Codes that are another each time are told as often as there are codes, and no more")
    func many() {
        let (log, start) = (TroubleLog(), ContinuousClock.now)
        #expect((0..<1000).count { log.isNew("\($0)", at: start) } == TroubleLog.limit)
        #expect(log.isNew("more", at: start + TroubleLog.silence))
    }
}
