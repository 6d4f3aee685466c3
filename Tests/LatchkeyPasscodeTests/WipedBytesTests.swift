import LatchkeyCore
import Testing

@testable import LatchkeyPasscode

@Suite("C9 Secret bytes are wiped")
struct WipedBytesTests {
    @Test("C9 ASVS-11.7.2 wiped bytes are zero")
    func wipedBytesAreZero() {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 6, alignment: 1)
        defer { memory.deallocate() }
        memory.copyBytes(from: "048151".utf8)
        wipe(memory)
        #expect(memory.allSatisfy { $0 == 0 })
    }

    @Test("C9 ASVS-1.4.3 bytes are wiped once when the last owner releases them")
    func bytesAreWipedOnceWhenTheLastOwnerReleasesThem() {
        let wiped = LockedValue<[[UInt8]]>([])
        var owner: WipedBytes? = WipedBytes(copying: "048151".utf8) { memory in
            wiped.withLock { $0.append(Array(memory)) }
        }
        var second = owner
        owner = nil
        #expect(second?.withUnsafeBytes(Array.init) == Array("048151".utf8))
        #expect(wiped.withLock { $0 } == [])
        second = nil
        #expect(wiped.withLock { $0 } == [[0, 0, 0, 0, 0, 0]])
    }
}
