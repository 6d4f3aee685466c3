import Foundation
import HTTPTypes
import Testing

@testable import LatchkeyServer

@Suite final class MailboxReaderTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-mailbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func aMailShowsWhatASignInNeeds() async throws {
        try write(mail(subject: "=?utf-8?B?U2lnbiBpbiDigJMgTGF0Y2hrZXk=?="), as: "a.eml")
        let entry = try #require(await entries().first)
        #expect(entry.id == "a")
        #expect(entry.to == "amira@example.org")
        #expect(entry.subject == "Sign in – Latchkey")
        #expect(entry.code == "K7QF-2M9X")
        #expect(entry.link == "http://127.0.0.1:8080/sign-in/verify#token=abc_-1")
        #expect(entry.text.hasPrefix("Grüezi") && entry.text.hasSuffix("Good-bye"))
        #expect(entry.date == Date(timeIntervalSince1970: 1_795_252_200))
    }

    @Test func lineEndingsOfTheNetAreReadToo() async throws {
        try write(mail().replacing("\n", with: "\r\n"), as: "a.eml")
        #expect(await entries().first?.code == "K7QF-2M9X")
    }

    @Test func aMailOfOnePartIsReadToo() async throws {
        try write("To: a@b\nSubject: Notice\n\nNo code here", as: "a.eml")
        #expect(await entries().first?.text == "No code here")
        #expect(await entries().first?.code == nil)
    }

    @Test func aLinkThatWouldRunIsNoLink() async throws {
        try write(mail(link: "javascript:alert(1)"), as: "a.eml")
        #expect(try #require(await entries().first).link == nil)
    }

    @Test func whatIsNoMailIsLeftOut() async throws {
        try write("", as: "empty.eml")
        try write("no headers at all", as: "text.eml")
        try write(mail(), as: "mail.txt")
        try write("To: a@b\nContent-Type: multipart/alternative\n\nno boundary", as: "boundary.eml")
        try Data([0xff, 0xfe, 0x00]).write(to: folder.appending(path: "bytes.eml"))
        try FileManager.default.createDirectory(
            at: folder.appending(path: "folder.eml"), withIntermediateDirectories: true)
        #expect(await entries().isEmpty)
    }

    @Test("the newest hundred come, newest first; older files are not opened")
    func newestComeFirst() async throws {
        let start = Date(timeIntervalSince1970: 1_795_252_200)
        for number in 0..<(MailboxReader.limit + 3) {
            let file = folder.appending(path: String(format: "%03d.eml", 500 - number))
            let date = start.addingTimeInterval(Double(number) * 60)
            try Data(mail(date: "\(date.formatted(Self.rfc5322)) +0000").utf8).write(to: file)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
        }
        // A pipe that nobody writes into: opening it would wait for ever.
        let old = folder.appending(path: "pipe.eml")
        #expect(mkfifo(old.path, 0o600) == 0)
        try FileManager.default.setAttributes([.modificationDate: start], ofItemAtPath: old.path)
        #expect(await entries().map(\.id) == (0..<MailboxReader.limit).map { String(format: "%03d", 398 + $0) })
    }

    @Test("the mailbox is read off the request's thread: others are answered meanwhile")
    func othersAreAnsweredMeanwhile() async throws {
        try await TestServer.run(environment: ["LATCHKEY_DEV": "1"]) { server in
            let pipe = server.outbox.directory.appending(path: "pipe.eml")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            let headers = ["Host": "127.0.0.1"]
            // As many as there are threads for tasks.
            let mailboxes = (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in
                Task { try await server.send(.get, "/dev/mailbox", headers: headers).status }
            }
            for _ in 0..<64 { #expect(try await server.send(.get, "/health/live", headers: headers).status == 200) }
            let answered = Shared(0)
            let counting = Task {
                for mailbox in mailboxes where try await mailbox.value == 200 { answered.change { $0 += 1 } }
            }
            // Each reader waits for somebody who writes.
            try await waitUntil("mailboxes") {
                let writer = open(pipe.path, O_WRONLY | O_NONBLOCK)
                if writer >= 0 { close(writer) }
                return answered.value == mailboxes.count
            }
            try await counting.value
        }
    }

    private static let rfc5322 = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits)
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    @Test func aMissingFolderIsAnEmptyMailbox() async {
        #expect(await MailboxReader(folder: folder.appending(path: "none")).entries().isEmpty)
    }

    private func entries() async -> [MailboxEntry] { await MailboxReader(folder: folder).entries() }

    private func write(_ text: String, as name: String) throws {
        try Data(text.utf8).write(to: folder.appending(path: name))
    }

    private func mail(
        subject: String = "Sign in", date: String = "Sat, 21 Nov 2026 09:10:00 +0000",
        link: String = "http://127.0.0.1:8080/sign-in/verify#token=abc_-1"
    ) -> String {
        """
        From: Latchkey <no-reply@localhost>
        To: amira@example.org
        Subject: \(subject)
        Date: \(date)
        MIME-Version: 1.0
        Content-Type: multipart/alternative;
         boundary="b0undary"

        --b0undary
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: 8bit

        Grüezi

        Code: K7QF-2M9X

        Link: \(link)

        Good-bye

        --b0undary
        Content-Type: text/html; charset=utf-8

        <p>Code: WRONG</p>

        --b0undary--
        """
    }
}
