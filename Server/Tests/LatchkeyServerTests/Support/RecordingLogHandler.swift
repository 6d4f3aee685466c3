import Logging

/// Keeps what is logged: a line with its level, message and metadata, which are in the order of their names.
struct RecordingLogHandler: LogHandler {
    let lines: Shared<[String]>
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(lines: Shared<[String]>) {
        self.lines = lines
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
        lines.change { $0.append((["\(event.level)", "\(event.message)"] + values).joined(separator: " ")) }
    }
}
