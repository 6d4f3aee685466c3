import Testing

@testable import LatchkeyServer

@Suite struct ReturnPathTests {
    /// A query, and its return path. `NginxTests` checks the scripts with the same table.
    static let table: [(query: String, path: String)] = [
        ("", "/"), ("next=", "/"), ("next=/", "/"), ("next=/activity", "/activity"),
        ("next=/tickets/7?page=2&order=date", "/tickets/7?page=2&order=date"),
        ("reason=x&next=/tickets", "/tickets"), ("again&next=/tickets?a=%20b&next=/c", "/tickets?a=%20b&next=/c"),
        ("next=%2Ftickets%3Fa=1%26b=2", "/tickets?a=1&b=2"), ("next=/%2F/x", "/%2F/x"),
        ("mynext=/tickets", "/"), ("next=tickets", "/"), ("next=//evil.example", "/"), ("next=/%5C", "/%5C"),
        ("next=%2F%2Fevil.example", "/"), ("next=%2F%5Cevil.example", "/"), ("next=%2Fx%5Cy", "/"),
        ("next=/\\evil.example", "/"), ("next=/x\\y?q", "/"), ("next=/x?q=C:\\temp&r=1", "/x?q=C:\\temp&r=1"),
        ("next=%2Fx%3Fq=C:%5Ctemp", "/x?q=C:\\temp"), ("next=/?//evil.example", "/?//evil.example"),
        ("next=https://evil.example", "/"), ("next=https%3A%2F%2Fevil.example", "/"),
        ("next=javascript:alert(1)", "/"), ("next=%2Fdisown%23token=x", "/"), ("next=%2Fa%0D%0Ab", "/"),
        ("next=%2Fa%20b", "/"), ("next=%2F%E4", "/"), ("next=%2F%C3%A4", "/"), ("next=%", "/"),
        ("next=/" + String(repeating: "a", count: 7999), "/" + String(repeating: "a", count: 7999)),
        ("next=/" + String(repeating: "a", count: 8000), "/"),
    ]

    @Test("ASVS-1.2.2 return paths stay on this site", arguments: table)
    func returnPathsStayOnThisSite(query: String, path: String) {
        #expect(ReturnPath(query: query)?.path ?? "/" == path)
    }

    @Test func aMissingQueryHasNoReturnPath() {
        #expect(ReturnPath(query: nil) == nil)
        #expect(ReturnPath(query: "next=/")?.path == "/", "the application's first page is a page, too")
    }

    @Test func theReturnPathIsTheLastQueryParameter() {
        #expect(ReturnPath(query: "next=/a?b&c")?.returning(from: "/lock") == "/lock?next=/a?b&c")
        #expect(ReturnPath(query: "next=/a")?.returning(from: "/lock?again") == "/lock?again&next=/a")
    }

    @Test("ASVS-1.1.1 ASVS-3.7.2 slashes and control characters are rejected")
    func slashesAndControlCharactersAreRejected() {
        for text in ["", "a", "//", "/\\", "/a\\b", "/a#b", "/a b", "/a\n", "/a\u{7F}", "/ä", "\\/a"] {
            #expect(ReturnPath(text) == nil, "\(text)")
        }
    }
}
