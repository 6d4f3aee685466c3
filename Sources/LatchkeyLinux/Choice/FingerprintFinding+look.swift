extension FingerprintFinding {
    /// Looks for a reader and for the user's fingers. Asks nobody for one.
    static func look(on bus: String) async -> FingerprintFinding {
        do throws(DBusError) {
            let reader = try await FingerprintReader(on: try await DBusConnection.open(bus))
            let name = try await reader.name()
            do throws(DBusError) {
                return FingerprintFinding(reader: name, enrolledFingers: try await reader.enrolledFingers().count)
            } catch  where error.name == FingerprintReader.nobodyEnrolled {
                return FingerprintFinding(reader: name)
            } catch {
                return FingerprintFinding(reader: name, problem: error.text)
            }
        } catch {
            let isMissing = error.name == "org.freedesktop.DBus.Error.ServiceUnknown"
            return FingerprintFinding(reader: nil, problem: error.text, package: isMissing ? "fprintd" : nil)
        }
    }
}
