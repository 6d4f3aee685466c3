import Testing

@testable import LatchkeyLinux

@Suite struct DBusArgumentTests {
    /// Returns the value that a recipient reads.
    private func value(of argument: DBusArgument) throws -> DBusValue { DBusValue(try #require(argument.raw)) }

    @Test func emptyDictionaryIsEncodedAsAnEmptyList() throws {
        #expect(try value(of: .strings([:])) == .list([]))
        #expect(try value(of: .properties([:])) == .list([]))
        #expect(try value(of: .properties(["a": .strings([:])])) == .list([.list([.string("a"), .list([])])]))
    }

    @Test func dictionaryEntryContainsItsKeyAndValue() throws {
        let entry = DBusValue.list([.list([.string("a"), .string("b")])])
        #expect(try value(of: .strings(["a": "b"])) == entry)
        #expect(try value(of: .properties(["a": .string("b")])) == entry)
    }
}
