import LatchkeyPostgres

extension Duration {
    /// A deadline that does not pass on a busy machine, for tests of other things.
    static var ample: Duration { .seconds(120) }
}

extension PostgresSettings {
    /// Settings with limits that do not pass on a busy machine.
    var ample: PostgresSettings {
        var settings = self
        settings.lockTimeout = .ample
        settings.idleTimeout = .ample
        settings.connectTimeout = .ample
        return settings
    }
}
