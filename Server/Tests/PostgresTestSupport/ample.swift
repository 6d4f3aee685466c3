import LatchkeyPostgres

extension Duration {
    /// A deadline for what is not about deadlines: it does not pass on a machine that is busy with other tests.
    static var ample: Duration { .seconds(120) }
}

extension PostgresSettings {
    /// The same, with bounds that do not pass on a machine that is busy with other tests.
    var ample: PostgresSettings {
        var settings = self
        settings.lockTimeout = .ample
        settings.idleTimeout = .ample
        settings.connectTimeout = .ample
        return settings
    }
}
