import Foundation
import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct LanguageTests {
    private func ask(_ server: TestServer, _ path: String, _ language: String?) async throws -> TestEmail {
        _ = try await server.takeEmails(to: "ann@example.com")
        _ = try await server.send(
            .post, path, #"{"email":"ann@example.com"}"#, headers: language.map { ["Accept-Language": $0] } ?? [:])
        return try #require(try await server.takeEmails(to: "ann@example.com").first)
    }

    private let signIn = "/api/auth/magic-link"

    @Test func aNewAccountKeepsTheLanguageOfItsSignIn() async throws {
        try await TestServer.run { server in
            let english = try await ask(server, signIn, "ro")
            #expect(english.subject == "Your sign-in link")
            let french = try await ask(server, signIn, "fr-CH, en;q=0.5")
            #expect(french.subject == "Votre lien de connexion" && french.code != nil && french.link != nil)
            #expect(
                french.text.contains("\r\nSe connecter\u{A0}:\r\nhttp") && french.text.contains("<html lang=\"fr\""))
            let response = try await server.send(
                .post, signIn + "/verify", #"{"token":"\#(french.token ?? "")"}"#, headers: ["Accept-Language": "fr"])
            #expect(try response.session().user.language == "fr")
            let notice = try #require(try await server.takeEmails(to: "ann@example.com").first)
            #expect(
                notice.text.contains("Ce n’était pas moi")
                    && notice.text.contains(#/Date\u{A0}: 15 janvier 2027[^.]+8:00 UTC\./#))
            // The account's language is used, not the client's.
            #expect(try await ask(server, signIn, "en").subject == "Votre lien de connexion")
        }
    }

    @Test func firstUseSetsTheLanguageOfAnAddedAccount() async throws {
        try await TestServer.run { server in
            let ann = try EmailAddress(member: "ann@example.com")
            _ = try await server.administration.add(ann, id: server.dependencies.random.makeID())
            for language in ["fr", "de"] {
                let email = try await ask(server, signIn, language)
                #expect(email.subject == "Votre lien de connexion")
                let response = try await server.send(
                    .post, signIn + "/verify", #"{"token":"\#(email.token ?? "")"}"#,
                    headers: ["Accept-Language": language])
                #expect(try response.session().user.language == "fr", "a later sign-in replaces none")
                server.clock.advance(by: EmailLimits.interval)
            }
        }
    }

    @Test func userHasTheReadersLanguageUntilOneIsSet() async throws {
        try await TestServer.run { server in
            let session = try await server.signIn()
            func language(_ reader: String?) async throws -> String {
                let response = try await server.send(
                    .get, "/api/auth/me", bearer: session.accessToken,
                    headers: reader.map { ["Accept-Language": $0] } ?? [:])
                return try response.decode(User.self).language
            }
            #expect(try await language("fr") == "fr")
            #expect(try await language(nil) == "en" && session.user.language == "en")
            _ = try await server.changeSettings(#"{"language":"de"}"#, session)
            #expect(try await language("fr") == "de")
        }
    }

    @Test func languageSettingAppliesToEmailsAndPages() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPage()
            let get = { (path: String) in
                try await server.send(.get, path, cookie: cookie, headers: ["Accept-Language": "fr"]).text
            }
            let first = try await get("/settings/security")
            #expect(first.contains("<html lang=\"fr\"") && first.contains(#"value="fr" checked"#), "the reader's")
            _ = try await server.send(.patch, "/api/auth/passcode-settings", #"{"language":"en"}"#, cookie: cookie)
            #expect(try await get("/settings/security").contains("<html lang=\"en\""), "the account's counts")
            for language in ["ro", "", "FR", "fr-CH"] {
                let response = try await server.send(
                    .patch, "/api/auth/passcode-settings", #"{"language":"\#(language)"}"#, cookie: cookie)
                #expect(response.problem == "invalid-request", "\(language)")
                #expect(try response.text.contains(Languages().tags.joined(separator: ", ")))
            }
            let response = try await server.send(
                .patch, "/api/auth/passcode-settings", #"{"language":"fr"}"#, cookie: cookie)
            #expect(try response.decode(User.self).language == "fr")
            let page = try await get("/settings/security")
            #expect(page.contains("<html lang=\"fr\"") && page.contains("Réglages de sécurité"))
            #expect(page.contains(#"value="fr" checked"#) && !page.contains(#"value="en" checked"#))
            #expect(page.contains("/assets/\(AssetLibrary.current)/fr/security-settings.js"))
            for (path, words) in [("/nothing", "Page introuvable"), ("/problems/locked", "verrouillée")] {
                let page = try await server.send(
                    .get, path, cookie: cookie, headers: ["Accept": "text/html", "Accept-Language": "en"])
                #expect(page.text.contains("<html lang=\"fr\"") && page.text.contains(words), "\(path)")
            }
            let tickets = RepairTicket.samples(
                for: "u1", now: PageSamples.now, texts: PageSamples.languages["fr"])
            let desk = try PageRenderer().html(.desk(PageSamples.user(), tickets), in: "fr")
            #expect(desk.contains(#/Aujourd’hui|Demain/#))
            #expect(try await ask(server, signIn, "en").subject == "Votre lien de connexion")
        }
    }

    @Test func accountLanguageOfANewerServerIsIgnored() async throws {
        try await TestServer.run { server in
            let cookie = try await server.signInPage()
            try await server.database.execute("UPDATE users SET language = 'rm'")
            for path in ["/settings/security", "/nothing"] {
                let page = try await server.send(
                    .get, path, cookie: cookie, headers: ["Accept": "text/html", "Accept-Language": "fr"])
                #expect(page.text.contains("<html lang=\"fr\""), "\(path)")
            }
        }
        let languages = PageSamples.languages
        let email = try EmailComposer(languages: languages)
            .compose(EmailText(languages["rm"].emails.signIn), in: "rm", code: nil, link: "")
        #expect(email.html.contains(#"<html lang="en" dir="ltr">"#))
    }

    @Test func pagesWithoutASessionUseTheBrowsersLanguage() async throws {
        try await TestServer.run { server in
            for (path, words) in [
                ("/sign-in", "Connexion"), ("/disown", "Ce n’était pas moi"), ("/problems/locked", "verrouillée"),
            ] {
                let french = try await server.send(.get, path, headers: ["Accept-Language": "fr-FR,fr;q=0.9"])
                #expect(french.text.contains("<html lang=\"fr\"") && french.text.contains(words), "\(path)")
                #expect(try await server.get(path).text.contains("<html lang=\"en\""))
            }
            // A range without texts of its own finds another region's.
            let portuguese = try await server.send(
                .get, "/sign-in", headers: ["Accept-Language": "pt-PT,pt;q=0.9,en;q=0.8"])
            #expect(portuguese.text.contains("<html lang=\"pt-BR\""))
            let missing = try await server.send(
                .get, "/nothing", headers: ["Accept-Language": "fr", "Accept": "text/html"])
            #expect(missing.status == 404 && missing.text.contains("Page introuvable"))
            let folder = "/assets/\(AssetLibrary.current)/"
            for path in ["fr/texts.js", "en/texts.js", "fr/lock.js", "lock.js"] {
                let script = try await server.get(folder + path)
                #expect(script.status == 200 && script.headers[.contentType] == "text/javascript; charset=utf-8")
            }
            for path in ["ro/texts.js", "fr/../lock.js", "fr/latchkey.css"] {
                #expect(try await server.get(folder + path).status == 404, "\(path)")
            }
        }
    }

    @Test func everyPageExistsInEveryLanguageWithoutGaps() throws {
        let renderer = try PageRenderer(languages: PageSamples.languages)
        for tag in PageSamples.languages.tags {
            for page in PageSamples.all() {
                let html = renderer.html(page, in: tag)
                #expect(html.contains("<html lang=\"\(tag)\""), "\(page.template)")
                #expect(
                    !html.contains("[[") && !html.contains("{{") && !html.contains(#/\{\/?[a-z]+\}/#),
                    "\(page.template)")
                #expect(html.contains(#/<title>\s*[^<\s][^<]* · Latchkey<\/title>/#), "\(page.template)")
            }
        }
    }

    @Test func addingALanguageRequiresOnlyOneFile() async throws {
        try await ScratchFolder.with { folder in
            for tag in ["en", "fr"] {
                let file = try #require(
                    Bundle.module.url(forResource: tag, withExtension: "json", subdirectory: "Texts"))
                try FileManager.default.copyItem(
                    at: file, to: folder.appending(path: tag == "fr" ? "rm.json" : "en.json"))
            }
            let languages = try Languages(folder: folder)
            #expect(languages.tags == ["en", "rm"] && languages.preferred("rm, fr") == "rm")
            let html = try PageRenderer(languages: languages).html(.signIn, in: "rm")
            #expect(html.contains("<html lang=\"rm\"") && html.contains("/rm/sign-in.js"))
            let assets = try AssetLibrary(languages: languages)
            #expect(assets.asset(named: "rm/texts.js") != nil && assets.version != AssetLibrary.current)
        }
    }

    /// In scripts, problems, emails, the sample desk and pages.
    @Test(
        arguments: ["unlocked_after_failures", "too-many-passkeys", "email_replaced", "repairing", "resetLead"])
    func textMissingInOneLanguageStopsTheStart(key: String) async throws {
        try await ScratchFolder.with { folder in
            let file = try #require(
                Bundle.module.url(forResource: "en", withExtension: "json", subdirectory: "Texts"))
            let english = try String(contentsOf: file, encoding: .utf8)
            let other = english.replacing("\"\(key)\":", with: "\"\(key)-\":")
            #expect(other != english)
            for (tag, text) in [("en", english), ("rm", other)] {
                try text.write(to: folder.appending(path: "\(tag).json"), atomically: true, encoding: .utf8)
            }
            #expect(throws: Languages.Missing.self) { try Languages(folder: folder) }
        }
    }

    @Test func rightToLeftLanguageMirrorsPagesAndEmails() async throws {
        try await ScratchFolder.with { folder in
            let file = try #require(
                Bundle.module.url(forResource: "en", withExtension: "json", subdirectory: "Texts"))
            let english = try String(contentsOf: file, encoding: .utf8)
            for (tag, locale) in [("en", "en-GB"), ("ar", "ar-u-nu-latn")] {
                try english.replacing("en-GB", with: locale)
                    .write(to: folder.appending(path: "\(tag).json"), atomically: true, encoding: .utf8)
            }
            let languages = try Languages(folder: folder)
            let (arabic, renderer) = (languages["ar"].language, try PageRenderer(languages: languages))
            #expect(renderer.html(.signIn, in: "ar").contains(#"<html lang="ar" dir="rtl">"#))
            #expect(renderer.html(.signIn, in: "en").contains(#"<html lang="en" dir="ltr">"#))
            #expect(arabic.fill("IP: {address}.", ["address": "::1"]) == "IP: \u{2068}::1\u{2069}.")
            #expect(languages["en"].language.fill("{address}", ["address": "::1"]) == "::1")
            let time = arabic.time(Date(timeIntervalSince1970: 0), in: nil)
            #expect(time.contains("1970") && time.contains(#/\p{Arabic}/#) && time.hasSuffix(" UTC"))
            let email = try EmailComposer(languages: languages)
                .compose(EmailText(languages["ar"].emails.signIn), in: "ar", code: nil, link: "")
            #expect(email.html.contains(#"dir="rtl""#))
            let guardScript = try #require(try AssetLibrary(languages: languages).asset(named: "ar/guard.js"))
            #expect(String(decoding: guardScript.bytes, as: UTF8.self).contains("lang: 'ar', dir: 'rtl'"))
            let texts = TemplateTexts(tag: "ar", texts: languages["ar"], version: "1")
            #expect(try texts.fill("[[signIn.provider|name={{provider}}]]").contains("<bdi>{{provider}}</bdi>"))
        }
    }

    @Test func rightToLeftNamesAreIsolatedInEveryLanguage() throws {
        let (name, languages) = ("مكتب 2", try Languages())
        #expect(languages["en"].language.fill("{name}.", ["name": name]) == "\u{2068}\(name)\u{2069}.")
        let renderer = try PageRenderer(languages: languages).with(
            HomePage(url: nil, isDevelopment: false), SignInOffer(providerName: name), hasPasskeys: false)
        #expect(renderer.html(.signIn, in: "en").contains("\u{2068}\(name)\u{2069}"))
    }

    /// In text from right to left, `2345-KQFM` would be shown as `KQFM-2345`.
    @Test func codesRunFromLeftToRightInArabic() throws {
        let (code, languages) = (#"<span dir="ltr">2345-KQFM</span>"#, PageSamples.languages)
        let email = try EmailComposer(languages: languages)
            .compose(EmailText(languages["ar"].emails.signIn), in: "ar", code: "2345-KQFM", link: "")
        // Email clients drop `html` and `body`.
        #expect(email.html.contains(#"<div lang="ar" dir="rtl" "#) && email.html.contains(code))
        let entry = MailboxEntry(
            id: "1", to: "ann@example.com", subject: "", createdAt: Timestamp(PageSamples.now),
            text: "2345-KQFM")
        #expect(try PageRenderer().html(.mailbox([entry]), in: "ar").contains(code))
    }

    @Test(
        arguments: [
            ("en", "15 January 2027", "20:05 UTC"), ("fr", "15 janvier 2027", "20:05 UTC"),
            ("de", "15. Januar 2027", "20:05 Uhr UTC"), ("es", "15 de enero de 2027", "20:05 UTC"),
            ("it", "15 gennaio 2027", "20:05 UTC"), ("pt-BR", "15 de janeiro de 2027", "20:05 UTC"),
            ("nl", "15 januari 2027", "20:05 UTC"), ("pl", "15 stycznia 2027", "20:05 UTC"),
            ("ja", "2027年1月15日", "20:05（協定世界時、UTC）"),
            ("ar", "15 يناير، 2027", "8:05\u{A0}م بالتوقيت العالمي المنسق (UTC)"),
        ])
    func emailsFormatTimesInUTCByLanguage(tag: String, day: String, time: String) throws {
        let shown = try Languages()[tag].language.time(Date(timeIntervalSince1970: 1_800_043_500), in: nil)
            .replacing("\u{202F}", with: "\u{A0}").replacing("\u{200F}", with: "")
        // What is between them depends on the version of CLDR: "at", a comma, nothing.
        #expect(shown.hasPrefix(day) && shown.hasSuffix(time), "\(shown)")
        #expect(!shown.dropLast(time.count).contains(#/\d:\d/#))
    }

    @Test func theOpenAPIDocumentListsTheAvailableLanguages() throws {
        let file = URL(filePath: #filePath).appending(path: "../../../../openapi.yaml").standardizedFileURL
        let tags = try Languages().tags.joined(separator: ", ")
        #expect(try String(contentsOf: file, encoding: .utf8).contains("language: { enum: [\(tags), null] }"))
    }

    @Test func invalidTextReferencesInTemplatesAreRejected() throws {
        let texts = TemplateTexts(tag: "en", texts: PageSamples.english, version: "1")
        #expect(try texts.fill("a [[language]] [[common.email]] z") == "a en Email address z")
        #expect(try texts.fill("[[security.signedInAs|address=<b>{{x}}</b>]]") == "Signed in as <b>{{x}}</b>")
        for template in [
            "[[common.nothing]]", "[[nothing]]", "[[security.signedInAs]]", "[[security.signedInAs|name=x]]",
            "[[common.email|address=x]]", "[[security.signedInAs|address=x|name=y]]",
        ] {
            #expect(throws: TemplateTexts.Missing.self, "\(template)") { try texts.fill(template) }
        }
    }
}
