extension FingerprintFinding {
    /// Looks for a reader and for the user's fingers. Asks nobody for one.
    ///
    /// - Parameters:
    ///   - bus: Where.
    ///   - patience: How long each question waits for its answer.
    static func look(
        on bus: String, patience: Duration = FingerprintReader.shortPatience
    ) async -> FingerprintFinding {
        do throws(DBusError) {
            let reader = try await FingerprintReader(
                on: try await DBusConnection.open(bus), shortPatience: patience)
            let name = try await reader.name()
            do throws(DBusError) {
                return FingerprintFinding(reader: name, enrolledFingers: try await reader.enrolledFingers().count)
            } catch  where error.name == FingerprintReader.nobodyEnrolled {
                return FingerprintFinding(reader: name)
            } catch {
                return FingerprintFinding(reader: name, problem: error.text)
            }
        } catch .timedOut {
            return FingerprintFinding(reader: nil, problem: "fprintd does not answer in time")
        } catch {
            let isMissing = error.name == "org.freedesktop.DBus.Error.ServiceUnknown"
            return FingerprintFinding(reader: nil, problem: error.text, package: isMissing ? "fprintd" : nil)
        }
    }
}
