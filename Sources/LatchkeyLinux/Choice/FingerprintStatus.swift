/// The fingerprint reader of a machine.
public struct FingerprintStatus: Hashable, Sendable {
    /// The reader's name; nil if there is no reader or its name is unknown.
    public var reader: String?
    /// The number of the user's fingers that are enrolled.
    public var enrolledFingers: Int
    /// The reason that the reader cannot be used, as reported by the system; nil if it can.
    public var problem: String?
    /// The Debian package to install, if it would help.
    public var package: String?

    public init(reader: String?, enrolledFingers: Int = 0, problem: String? = nil, package: String? = nil) {
        (self.reader, self.enrolledFingers) = (reader, enrolledFingers)
        (self.problem, self.package) = (problem, package)
    }
}

extension FingerprintStatus {
    /// Finds the reader and the user's enrolled fingers, without a scan. Waits for each reply until the timeout.
    static func probe(on bus: String, timeout: Duration = FingerprintReader.shortTimeout) async -> FingerprintStatus {
        do throws(DBusError) {
            let reader = try await FingerprintReader(on: try await DBusConnection.open(bus), shortTimeout: timeout)
            let name = try await reader.name()
            do throws(DBusError) {
                return FingerprintStatus(reader: name, enrolledFingers: try await reader.enrolledFingers().count)
            } catch  where error.name == FingerprintReader.noEnrolledFingers {
                return FingerprintStatus(reader: name)
            } catch {
                return FingerprintStatus(reader: name, problem: error.text(about: "fprintd"))
            }
        } catch {
            let isMissing = error.name == "org.freedesktop.DBus.Error.ServiceUnknown"
            return FingerprintStatus(
                reader: nil, problem: error.text(about: "fprintd"), package: isMissing ? "fprintd" : nil)
        }
    }
}
