import Foundation
import Testing

@testable import LatchkeyServer

@Suite final class MailboxReaderTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-mailbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func aMailShowsWhatASignInNeeds() throws {
        try write(mail(subject: "=?utf-8?B?U2lnbiBpbiDigJMgTGF0Y2hrZXk=?="), as: "a.eml")
        let entry = try #require(entries().first)
        #expect(entry.id == "a")
        #expect(entry.to == "amira@example.org")
        #expect(entry.subject == "Sign in – Latchkey")
        #expect(entry.code == "K7QF-2M9X")
        #expect(entry.link == "http://127.0.0.1:8080/sign-in/verify#token=abc_-1")
        #expect(entry.text.hasPrefix("Grüezi") && entry.text.hasSuffix("Good-bye"))
        #expect(entry.date == Date(timeIntervalSince1970: 1_795_252_200))
    }

    @Test func lineEndingsOfTheNetAreReadToo() throws {
        try write(mail().replacing("\n", with: "\r\n"), as: "a.eml")
        #expect(entries().first?.code == "K7QF-2M9X")
    }

    @Test func aMailOfOnePartIsReadToo() throws {
        try write("To: a@b\nSubject: Notice\n\nNo code here", as: "a.eml")
        #expect(entries().first?.text == "No code here")
        #expect(entries().first?.code == nil)
    }

    @Test func aLinkThatWouldRunIsNoLink() throws {
        try write(mail(link: "javascript:alert(1)"), as: "a.eml")
        #expect(try #require(entries().first).link == nil)
    }

    @Test func whatIsNoMailIsLeftOut() throws {
        try write("", as: "empty.eml")
        try write("no headers at all", as: "text.eml")
        try write(mail(), as: "mail.txt")
        try write("To: a@b\nContent-Type: multipart/alternative\n\nno boundary", as: "boundary.eml")
        try Data([0xff, 0xfe, 0x00]).write(to: folder.appending(path: "bytes.eml"))
        try FileManager.default.createDirectory(
            at: folder.appending(path: "folder.eml"), withIntermediateDirectories: true)
        #expect(entries().isEmpty)
    }

    @Test func newestComeFirstAndOnlyFifty() throws {
        for minute in 0..<(MailboxReader.limit + 1) {
            let time = String(format: "%02d:%02d", 10 + minute / 60, minute % 60)
            try write(mail(date: "Tue, 24 Nov 2026 \(time):00 +0000"), as: String(format: "%03d.eml", 100 - minute))
        }
        #expect(entries().map(\.id) == (0..<MailboxReader.limit).map { String(format: "%03d", 50 + $0) })
    }

    @Test func aMissingFolderIsAnEmptyMailbox() {
        #expect(MailboxReader(folder: folder.appending(path: "none")).entries().isEmpty)
    }

    private func entries() -> [MailboxEntry] { MailboxReader(folder: folder).entries() }

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
