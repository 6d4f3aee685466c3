import Foundation
import Testing

/// Headless Chromium.
enum Browser {
    /// The program; nil if it is not installed.
    static let program = ServerExecutable.installed("chromium-headless-shell") ?? ServerExecutable.installed("chromium")

    /// Returns the document of a link after its scripts have run, without a click.
    static func open(_ link: String, scratch: URL) async throws -> String {
        let browser = try ChildProcess(
            [
                try #require(program), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--no-first-run", "--disable-background-networking",
                "--user-data-dir=\(scratch.appending(path: "browser").path)",
                "--virtual-time-budget=3000", "--dump-dom", link,
            ], scratch: scratch)
        let result: Result<ChildProcess.Exit, any Error>
        do {
            result = .success(try await browser.exit())
        } catch {
            result = .failure(error)
        }
        await browser.kill9()
        try #require(try result.get().status == 0, "\(browser.errors)")
        return browser.output
    }
}
