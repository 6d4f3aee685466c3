internal import CLibFuzzer
internal import Foundation

/// Fuzzes one parser with texts that libFuzzer generates, guided by coverage: `latchkey-fuzz PARSER`, followed by
/// libFuzzer's arguments.
@main enum Fuzz {
    private static let parser = CommandLine.arguments.dropFirst().first.flatMap(FuzzedParser.init(rawValue:))

    static func main() {
        guard parser != nil else {
            let names = FuzzedParser.allCases.map(\.rawValue).joined(separator: ", ")
            FileHandle.standardError.write(Data("latchkey-fuzz: name one of \(names)\n".utf8))
            exit(2)
        }
        // The first argument is the parser; the others are libFuzzer's.
        let arguments = CommandLine.unsafeArgv
        arguments[1] = arguments[0]
        var count = CommandLine.argc - 1
        var rest: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments + 1
        exit(
            LLVMFuzzerRunDriver(&count, &rest) { data, size in
                Fuzz.parser?.check(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            })
    }
}
