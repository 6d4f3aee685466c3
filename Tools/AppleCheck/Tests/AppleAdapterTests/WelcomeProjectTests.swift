import Foundation
import Testing

/// The template's Xcode project, inspected without Xcode.
@Suite struct WelcomeProjectTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../..").standardizedFileURL
    private let folder = Self.repository.appending(path: "Examples/Welcome")
    private let project: XcodeProject

    init() throws { project = try XcodeProject(folder.appending(path: "Welcome.xcodeproj")) }

    private func plist(_ name: String) throws -> [String: Any] {
        let data = try Data(contentsOf: folder.appending(path: name))
        return try #require(PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    }

    /// Returns the paths of the files below a folder.
    private func files(in path: String) throws -> [String] {
        let below = try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: path).path)
        return below.filter { !$0.hasSuffix(".DS_Store") && !$0.split(separator: "/").contains("xcuserdata") }
            .filter { !folder.appending(path: path).appending(path: $0).hasDirectoryPath }
    }

    @Test func everyProjectObjectExistsAndIsUsed() {
        let used = XcodeProject.references(in: Array(project.objects.values)).union([project.root])
        #expect(used == Set(project.objects.keys))
    }

    @Test func everyFileExistsAndBelongsToATarget() throws {
        let folders = project.objects("PBXFileSystemSynchronizedRootGroup")
        let targets = project.objects("PBXNativeTarget")
        let ofTargets = targets.flatMap { project.each("fileSystemSynchronizedGroups", of: $0) }
        #expect(Set(project.texts("path", of: ofTargets)) == ["Welcome", "WelcomeTests"])
        #expect(Set(project.texts("path", of: ofTargets)) == Set(project.texts("path", of: folders)))
        for folder in project.texts("path", of: folders) { #expect(try !files(in: folder).isEmpty) }

        let products = Set(
            project.texts(
                "path",
                of: targets.compactMap {
                    project.objects[$0["productReference"] as? String ?? ""]
                }))
        #expect(products == ["Welcome.app", "WelcomeTests.xctest"])
        let others = project.texts("path", of: project.objects("PBXFileReference")).filter { !products.contains($0) }
        let found = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(
            Set(found).subtracting([".DS_Store"]) == Set(others + ["Welcome", "WelcomeTests", "Welcome.xcodeproj"]))
        for settings in try project.settings(of: project.target("Welcome")) {
            #expect(settings["INFOPLIST_FILE"] as? String == "Info.plist" && others.contains("Info.plist"))
            #expect(settings["CODE_SIGN_ENTITLEMENTS"] as? String == "Welcome.entitlements")
        }
    }

    @Test(arguments: ["Welcome", "WelcomeTests"])
    func targetsLinkTheProductsThatTheirFilesImport(_ name: String) throws {
        let target = try project.target(name)
        let folders = project.texts("path", of: project.each("fileSystemSynchronizedGroups", of: target))
        let imported = try folders.reduce(into: Set<String>()) { all, folder in
            for file in try files(in: folder) where file.hasSuffix(".swift") {
                let text = try String(contentsOf: self.folder.appending(path: "\(folder)/\(file)"), encoding: .utf8)
                all.formUnion(text.matches(of: /import (Latchkey[A-Za-z]*)/).map { String($0.output.1) })
            }
        }.sorted()
        let products = project.each("packageProductDependencies", of: target)
        #expect(!imported.isEmpty && project.texts("productName", of: products) == imported)
        // Each product is also linked.
        let linked = project.each("buildPhases", of: target).flatMap { project.each("files", of: $0) }
        #expect(
            project.texts("productName", of: linked.compactMap { project.objects[$0["productRef"] as? String ?? ""] })
                == imported)
        let package = try #require(project.objects("XCLocalSwiftPackageReference").first?["relativePath"] as? String)
        #expect(folder.appending(path: package).standardizedFileURL.path == Self.repository.path)
    }

    @Test func deploymentTargetsMatchThePackage() throws {
        let manifest = try String(contentsOf: Self.repository.appending(path: "Package.swift"), encoding: .utf8)
        let platforms = manifest.matches(of: /\.(macOS|iOS|visionOS)\(\.v(\d+)\)/)
        #expect(platforms.count == 3)
        let names = ["macOS": "MACOSX", "iOS": "IPHONEOS", "visionOS": "XROS"]
        let root = try #require(project.objects[project.root])
        for settings in try project.settings(of: root) {
            for platform in platforms {
                let name = "\(names[String(platform.output.1)] ?? "")_DEPLOYMENT_TARGET"
                #expect(settings[name] as? String == "\(platform.output.2).0")
            }
            #expect(settings["SUPPORTED_PLATFORMS"] as? String == "iphoneos iphonesimulator macosx xros xrsimulator")
            // iPhone, iPad and Vision Pro.
            #expect(settings["TARGETED_DEVICE_FAMILY"] as? String == "1,2,7")
        }
        // No target overrides these settings.
        for target in project.objects("PBXNativeTarget") {
            for settings in try project.settings(of: target) {
                #expect(settings.keys.filter { $0.contains("DEPLOYMENT_TARGET") || $0.contains("PLATFORMS") }.isEmpty)
            }
        }
    }

    /// In a host, the app and the tests would each have a copy of the package's static libraries. Xcode reports an
    /// error: "is linked as a static library by …, but cannot be built dynamically"
    /// (https://github.com/swiftlang/swift-build, `ProductPlan.swift`).
    @Test func testsCompileTheAppsSourcesAndRunWithoutAHost() throws {
        let tests = try project.target("WelcomeTests")
        for settings in try project.settings(of: tests) {
            #expect(settings.keys.filter { ["BUNDLE_LOADER", "TEST_HOST"].contains($0) }.isEmpty)
        }
        #expect(project.each("dependencies", of: tests).isEmpty)
        let groups = project.each("fileSystemSynchronizedGroups", of: tests)
        #expect(project.texts("path", of: groups) == ["Welcome", "WelcomeTests"])
        // The app's main function, and files only for its bundle.
        let exceptions = groups.flatMap { project.each("exceptions", of: $0) }
            .flatMap { $0["membershipExceptions"] as? [String] ?? [] }
        let resources = try FileManager.default.contentsOfDirectory(
            atPath: folder.appending(path: "Welcome/Resources").path)
        #expect(
            Set(exceptions)
                == Set(resources.filter { $0 != ".DS_Store" }.map { "Resources/\($0)" } + ["App/WelcomeApp.swift"]))
        let scheme = try String(
            contentsOf: folder.appending(path: "Welcome.xcodeproj/xcshareddata/xcschemes/Welcome.xcscheme"),
            encoding: .utf8)
        let named = scheme.matches(of: /BlueprintIdentifier="(\w*)" BuildableName="([\w.]*)" BlueprintName="(\w*)"/)
        for each in named {
            #expect(project.objects[String(each.output.1)]?["name"] as? String == String(each.output.3))
        }
        #expect(Set(named.map { String($0.output.2) }) == ["Welcome.app", "WelcomeTests.xctest"])
    }

    @Test func appIconsMatchTheCataloguesSizes() throws {
        struct Icons: Decodable {
            struct Image: Decodable {
                let filename: String
                let size: String
                var scale: String?
            }

            let images: [Image]
        }
        let icons = folder.appending(path: "Welcome/Resources/Assets.xcassets/AppIcon.appiconset")
        let images = try JSONDecoder().decode(
            Icons.self, from: Data(contentsOf: icons.appending(path: "Contents.json"))
        ).images
        for image in images {
            let points = try #require(Int(image.size.prefix { $0 != "x" }))
            let pixels = points * (image.scale == "2x" ? 2 : 1)
            // Width and height follow the signature and the chunk's head (https://www.w3.org/TR/png-3/#11IHDR).
            let header = try Data(contentsOf: icons.appending(path: image.filename)).prefix(24).suffix(8)
            let sides = [header.prefix(4), header.suffix(4)].map { $0.reduce(0) { $0 << 8 | Int($1) } }
            #expect(sides == [pixels, pixels], "\(image.filename)")
        }
        #expect(
            Set(images.map(\.filename))
                == Set(
                    try files(in: "Welcome/Resources/Assets.xcassets/AppIcon.appiconset")
                        .filter { $0.hasSuffix(".png") }))
        for settings in try project.settings(of: project.target("Welcome")) {
            for system in ["iphone", "macosx"] {
                #expect(settings["ASSETCATALOG_COMPILER_APPICON_NAME[sdk=\(system)*]"] as? String == "AppIcon")
            }
        }
    }

    /// An app without a server: no network, so no exception from App Transport Security either.
    @Test func appDeclaresOnlyThePermissionsItUses() throws {
        #expect(try plist("Info.plist").keys.sorted() == ["NSFaceIDUsageDescription"])
        #expect(
            try plist("Welcome.entitlements").keys.sorted()
                == ["com.apple.security.app-sandbox", "keychain-access-groups"])
    }

    @Test func projectLanguagesMatchTheCatalogues() throws {
        let regions = try #require(project.objects[project.root]?["knownRegions"] as? [String])
        for catalogue in try files(in: "Welcome").filter({ $0.hasSuffix(".xcstrings") }) {
            let text = try String(contentsOf: folder.appending(path: "Welcome/\(catalogue)"), encoding: .utf8)
            let languages = Set(text.matches(of: /"([a-z]{2}(?:-[A-Z]{2})?)" : \{/).map { String($0.output.1) })
            #expect(languages == Set(regions).subtracting(["Base"]))
        }
    }
}
