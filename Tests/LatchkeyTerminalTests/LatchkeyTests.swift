import ArgumentParser
import CProcess
import Foundation
import Testing

@testable import LatchkeyTerminal

@Suite struct LatchkeyTests {
    @Test func commandHasTheProductName() {
        #expect(Latchkey.configuration.commandName == "latchkey")
    }

    @Test("MASVS-RESILIENCE-4 process cannot be dumped and writes no core file")
    func processCannotBeDumpedAndWritesNoCoreFile() async {
        await #expect(processExitsWith: .success) {
            guard cprocess_prevent_dumps() == 0 else { exit(1) }
            func file(_ name: String) -> String? { try? String(contentsOfFile: "/proc/self/\(name)", encoding: .utf8) }
            let cores = file("limits")?.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
            guard cores?.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"] else { exit(2) }
            // The files of an undumpable process belong to root, and no other user's process may read them: proc(5).
            guard file("status")?.contains("CoreDumping:\t0") == true else { exit(3) }
            guard dumpable() == 0 else { exit(4) }
            exit(0)
        }
    }
}

/// Returns prctl(2)'s PR_GET_DUMPABLE, or -1.
private func dumpable() -> Int32 {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "prctl") else { return -1 }
    let prctl = unsafeBitCast(symbol, to: (@convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32).self)
    return prctl(3, 0, 0, 0, 0)
}
