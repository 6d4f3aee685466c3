import Foundation

/// The read-only checks of an installation.
extension ServerProcess {
    /// Checks settings, files, keys, database, email, ports and proxy. Returns at least one finding for each. What
    /// prevents the start of a server is a failure, with the same message.
    ///
    /// - Parameters:
    ///   - file: The settings file, which must not expose secrets.
    ///   - address: The recipient of a test email; nil for none.
    public static func examine(
        environment: [String: String], file: String, mailTo address: String?
    ) async throws -> [Finding] {
        let recipient = try address.map { try EmailAddress(member: $0) }
        let secrets = SettingsFileCheck(file: file).finding().map { [$0] } ?? []
        let all: [String: String]
        let process: ServerProcess
        do {
            all = try Credentials.adding(to: environment)
            process = try ServerProcess(environment: environment)
        } catch let error as SettingError {
            let advice = "see docs/operations.md; the other checks were skipped"
            return [Finding(.settings, error, advice: advice)] + secrets
        }
        var findings = [SettingsCheck.finding(all, isDevelopment: process.settings.isDevelopment)] + secrets
        findings.append(examineFiles())
        findings += try await process.examineDatabase()
        findings.append(await process.examineEmail(to: recipient))
        findings += await process.examineListening()
        findings.append(await process.examineProxy())
        return findings
    }

    /// Whether the running server is ready, for health checks of containers without curl.
    public func isHealthy() async -> Bool {
        await ListenProbe(host: settings.host).response(settings.port, "/health/ready") != nil
    }

    private static func examineFiles() -> Finding {
        do {
            _ = try ServerFiles()
            return Finding(.files, .fine, "pages and texts are in \(Resources.folder.path.debugDescription)")
        } catch {
            let text = (error as? ResourcesError)?.text ?? "\(error)"
            return Finding(.files, .failure, text, advice: ResourcesError.advice)
        }
    }

    private func examineListening() async -> [Finding] {
        let probe = ListenProbe(host: settings.host)
        var findings = [await probe.finding(.requests(settings.port))]
        if let port = settings.metricsPort { findings.append(await probe.finding(.metrics(port))) }
        return findings
    }

    private func examineEmail(to recipient: EmailAddress?) async -> Finding {
        let check = EmailCheck(
            service: settings.emailTransport, fromAddress: settings.mailFrom, outbox: settings.outboxDirectory)
        do {
            try demandCAFile()
            if let finding = try examineOutbox() { return finding }
            guard let recipient else { return check.finding() }
            return await check.sent(
                to: recipient, by: try makeTransport(), id: SystemRandomSource().makeID(), at: clock.now)
        } catch {
            return Finding(.email, .failure, "\(error)")
        }
    }

    /// Returns nil if emails are sent elsewhere, or can be stored.
    private func examineOutbox() throws -> Finding? {
        guard settings.emailTransport == .outbox else { return nil }
        let outbox = settings.outboxDirectory
        if FolderAccess.isFolder(outbox) {
            if FolderAccess.canMakeFiles(in: outbox) { return nil }
            return Finding(
                .email, .failure, "\(outbox.path.debugDescription) cannot be written", advice: EmailCheck.adviceOnOutbox
            )
        }
        guard !FileManager.default.fileExists(atPath: outbox.path),
            FolderAccess.canMakeFiles(in: settings.dataDirectory, once: settings.dataDirectory)
        else { throw noOutbox }
        return nil
    }

    private func examineProxy() async -> Finding {
        guard let address = settings.publicURL else {
            return Finding(
                .proxy, .warning, "LATCHKEY_PUBLIC_URL is not set; only this machine can reach the server",
                advice: "set it to the https address that users open")
        }
        guard settings.port != 0, address.isHTTPS || !address.isLoopback || settings.trustedProxies > 0 else {
            return Finding(.proxy, .fine, "\(address.origin) is a loopback address; no proxy is expected")
        }
        let probe = ProxyProbe(
            host: settings.host, port: settings.port, address: address,
            path: "/api/auth/doctor-\(SystemRandomSource().makeID())")
        return await probe.run().finding(trusted: settings.trustedProxies, address)
    }
}
