import Logging

/// A log handler that records lines with level, message and metadata, sorted by name.
struct RecordingLogHandler: LogHandler {
    let lines: Shared<[String]>
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        lines.change { $0.append((["\(event.level)", "\(event.message)"] + values).joined(separator: " ")) }
    }
}
