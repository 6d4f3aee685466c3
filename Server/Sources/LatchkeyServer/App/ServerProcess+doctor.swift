import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// The commands that look at an installation, and change nothing.
extension ServerProcess {
    /// Looks at settings, keys, database, mail and the proxy. Returns a line or more about each.
    ///
    /// - Parameter address: Is sent a mail, if not nil.
    public static func examine(environment: [String: String], mailTo address: String?) async throws -> [Finding] {
        let recipient = try address.map { try EmailAddress(member: $0) }
        let all: [String: String]
        let process: ServerProcess
        do {
            all = try Credentials.adding(to: environment)
            process = try ServerProcess(environment: environment)
        } catch let error as SettingError {
            let advice = "docs/operations.md says what it takes; nothing else was looked at"
            return [Finding(.settings, error, advice: advice)]
        }
        return try await HTTPClient.withHTTPClient(configuration: MailServiceClient.configuration) { http in
            var findings = [SettingsCheck.finding(all, isDevelopment: process.settings.isDevelopment)]
            findings += await process.examineDatabase()
            findings.append(await process.examineMail(to: recipient, http))
            findings.append(await process.examineProxy(http))
            return findings
        }
    }

    /// Whether the server of these settings is ready: for the health checks of containers, whose images have no curl.
    public func isHealthy() async -> Bool {
        let host = ["0.0.0.0": "127.0.0.1", "::": "[::1]"][settings.host] ?? settings.host
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let url = "http://\(name):\(settings.port)/health/ready"
        let response = try? await HTTPClient.withHTTPClient(configuration: MailServiceClient.configuration) { http in
            try await http.execute(HTTPClientRequest(url: url), timeout: .seconds(5)).status
        }
        return response == .ok
    }

    private func examineMail(to recipient: EmailAddress?, _ http: HTTPClient) async -> Finding {
        let check = MailCheck(
            service: settings.mailService, sender: settings.mailFrom, outbox: settings.outboxDirectory)
        guard let recipient else {
            if case .smtp(let server) = settings.mailService, let file = server.caFile,
                !FileManager.default.isReadableFile(atPath: file)
            {
                return Finding(
                    .mail, .failure, "the file of ca= in LATCHKEY_MAIL_URL cannot be read",
                    advice: "let the server's user read it")
            }
            return check.finding()
        }
        do {
            return await check.sent(
                to: recipient, by: try makeTransport(http), id: SystemRandomSource().makeID(), at: clock.now)
        } catch {
            return Finding(.mail, .failure, "\(error)", advice: "mend that setting")
        }
    }

    private func examineProxy(_ http: HTTPClient) async -> Finding {
        guard let address = settings.publicURL else {
            return Finding(
                .proxy, .warning, "LATCHKEY_PUBLIC_URL is not set, so that only this machine reaches the server",
                advice: "set it to the https address that people open")
        }
        guard settings.port != 0, address.isHTTPS || !address.isLoopback || settings.trustedProxies > 0 else {
            return Finding(.proxy, .fine, "\(address.origin) is this machine's own; no proxy is expected")
        }
        let probe = ProxyProbe(
            host: settings.host, port: settings.port, address: address,
            path: "/api/auth/doctor-\(SystemRandomSource().makeID())", http: http)
        return await probe.run().finding(trusted: settings.trustedProxies, address)
    }
}
