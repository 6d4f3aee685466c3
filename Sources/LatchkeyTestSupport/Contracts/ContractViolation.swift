/// A broken rule of a contract.
public struct ContractViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule, as a sentence.
    public let rule: String
    /// The observed behavior.
    public let found: String

    package init(rule: String, found: String) { (self.rule, self.found) = (rule, found) }

    public var description: String { "broken rule: \(rule) (found: \(found))" }
}

/// A rule while it is verified.
package struct ContractRule: Sendable {
    let sentence: String

    package init(_ sentence: String) { self.sentence = sentence }

    package func require(_ condition: Bool, _ found: @autoclosure () -> String) throws(ContractViolation) {
        guard condition else { throw violation(found()) }
    }

    package func requireEqual<Value: Equatable>(_ found: Value, _ expected: Value) throws(ContractViolation) {
        guard found == expected else { throw violation("\(found) instead of \(expected)") }
    }

    func requireThrows<Failure: Error & Equatable, Value>(
        _ expected: Failure, _ call: @autoclosure () async throws(Failure) -> Value
    ) async throws(ContractViolation) {
        do throws(Failure) {
            _ = try await call()
        } catch {
            return try requireEqual(error, expected)
        }
        throw violation("no error instead of \(expected)")
    }

    func violation(_ found: String) -> ContractViolation { ContractViolation(rule: sentence, found: found) }
}
