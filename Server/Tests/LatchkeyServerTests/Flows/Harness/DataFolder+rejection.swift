import Testing

extension DataFolder {
    /// Expects that a server does not start, with one line that starts with a setting's name, and that doctor reports
    /// the same failure.
    func expectRejection(
        _ start: ServerUnderTest.Start, named: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let process = try ServerUnderTest.launch(on: self, start)
        let exit = try? await process.exit()
        await process.kill9()
        let settings = start.settings
        #expect(
            exit == ChildProcess.Exit(status: 2, bySignal: false), "\(settings)", sourceLocation: sourceLocation)
        #expect(process.output.isEmpty, "\(process.output)", sourceLocation: sourceLocation)
        let lines = process.errors.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 2 && lines.last == "", "\(process.errors)", sourceLocation: sourceLocation)
        let prefix = "latchkey-server: "
        #expect(
            process.errors.hasPrefix("\(prefix)\(named): "), "\(process.errors)", sourceLocation: sourceLocation)
        let doctor = try ServerUnderTest.launch(on: self, start, command: "doctor")
        let status = try? await doctor.exit().status
        await doctor.kill9()
        #expect(status == 1, "\(settings): \(doctor.output)\(doctor.errors)", sourceLocation: sourceLocation)
        let line = (lines.first ?? "").dropFirst(prefix.count)
        #expect(
            doctor.output.split(separator: "\n").contains { $0.contains(": failure: \(line)") },
            "\(settings): \(line) is not in: \(doctor.output)", sourceLocation: sourceLocation)
        for text in [process.errors, doctor.output, doctor.errors] {
            #expect(!text.contains("hunter2"), "it prints what could be a secret", sourceLocation: sourceLocation)
            for (key, value) in settings where key.hasSuffix("KEYS") && !value.isEmpty {
                #expect(!text.contains(value), sourceLocation: sourceLocation)
            }
        }
    }
}
