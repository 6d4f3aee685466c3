// swift-tools-version:6.1
import PackageDescription

let package = Package(
    name: "latchkey-server",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "latchkey-server", targets: ["latchkey-server"]),
        // For a team's own backend.
        .library(name: "LatchkeyHummingbird", targets: ["LatchkeyHummingbird"]),
    ],
    dependencies: [
        .package(name: "latchkey", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        // These come with Hummingbird: its HTTP fields, NIO's thread pool for the hashing.
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: ["FullFoundation"]),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        .systemLibrary(
            name: "CFido2", pkgConfig: "libfido2",
            providers: [.apt(["libfido2-dev"]), .brew(["libfido2"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "CPostgres", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // A queue and a log throttle that the server and its database client share.
        .target(name: "LatchkeyServerCore", dependencies: [.product(name: "Logging", package: "swift-log")]),
        // Texts that come from outside, for every target that reads them.
        .target(name: "LatchkeyEncoding"),
        // Requests to other servers.
        .target(
            name: "LatchkeyHTTPClient",
            dependencies: ["CCurl", .product(name: "HTTPTypes", package: "swift-http-types")]),
        // OpenID providers and their tokens.
        .target(
            name: "LatchkeyIdentity",
            dependencies: [
                "LatchkeyEncoding", "LatchkeyHTTPClient",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "LatchkeyCore", package: "latchkey"),
            ]),
        // Parses and verifies the passkey data of browsers and authenticators.
        .target(
            name: "LatchkeyPasskeys",
            dependencies: [
                "CFido2", "CSodium", "LatchkeyEncoding", .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "LatchkeyPostgres",
            dependencies: [
                "CPostgres", "LatchkeyServerCore",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "LatchkeyCore", package: "latchkey"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .target(
            name: "LatchkeyServer",
            dependencies: [
                "CSodium",
                "CCurl",
                "LatchkeyEncoding",
                "LatchkeyHTTPClient",
                "LatchkeyIdentity",
                "LatchkeyPasskeys",
                "LatchkeyPostgres",
                "LatchkeyServerCore",
                .product(name: "LatchkeyPasscode", package: "latchkey"),
                .product(name: "LatchkeyAPI", package: "latchkey"),
                .product(name: "LatchkeyCore", package: "latchkey"),
                .product(name: "LatchkeyProgram", package: "latchkey"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            exclude: ["Language/Glossary.md"],
            resources: [
                .copy("Web/Templates"), .copy("Web/Assets"), .copy("Mail/MailTemplates"),
                .copy("OpenAPI/openapi.yaml"), .copy("Language/Texts"),
            ]),
        .executableTarget(
            name: "latchkey-server",
            dependencies: [
                "LatchkeyServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "CProcess", package: "latchkey"),
                .product(name: "LatchkeyAPI", package: "latchkey"),
                .product(name: "LatchkeyProgram", package: "latchkey"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // Middleware for a team's own backend.
        .target(
            name: "LatchkeyHummingbird",
            dependencies: [
                "LatchkeyHTTPClient",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "LatchkeyAPI", package: "latchkey"),
            ]),
        // Run by the tests of the libraries: Examples/BackendSwift, without building Hummingbird once more.
        .executableTarget(
            name: "backend-swift",
            dependencies: [
                "LatchkeyHummingbird",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "LatchkeyAPI", package: "latchkey"),
            ],
            path: "Tests/Examples/BackendSwift/Sources/BackendSwift"),
        // Parts that `make bench` measures apart from the server, and compares with it.
        .executableTarget(
            name: "latchkey-bench",
            dependencies: [
                "CFido2", "CSodium", "LatchkeyEncoding", "LatchkeyIdentity", "LatchkeyPasskeys", "LatchkeyPostgres",
                "LatchkeyServerCore", "PasskeyTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/Bench/Programs"),
        // Servers of PostgreSQL's, and links that fail, for the tests.
        .target(
            name: "PostgresTestSupport",
            dependencies: [
                "LatchkeyPostgres",
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/PostgresTestSupport"),
        // A provider in memory, and one on the network, that a test controls.
        .target(
            name: "IdentityTestSupport",
            dependencies: [
                "LatchkeyEncoding", "LatchkeyIdentity",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/IdentityTestSupport"),
        // Passkeys in memory, whose responses a test controls.
        .target(
            name: "PasskeyTestSupport",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Tests/PasskeyTestSupport"),
        .testTarget(
            name: "LatchkeyServerTests",
            dependencies: [
                "IdentityTestSupport", "LatchkeyEncoding", "LatchkeyHTTPClient", "LatchkeyIdentity", "LatchkeyPasskeys",
                "LatchkeyServer", "LatchkeyServerCore", "PasskeyTestSupport", "PostgresTestSupport",
                "LatchkeyPostgres",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "LatchkeyCore", package: "latchkey"),
                .product(name: "LatchkeyTestSupport", package: "latchkey"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ],
            exclude: ["Storage/Fixtures"]),
        .testTarget(name: "LatchkeyEncodingTests", dependencies: ["LatchkeyEncoding"]),
        .testTarget(
            name: "LatchkeyIdentityTests",
            dependencies: [
                "IdentityTestSupport", "LatchkeyEncoding", "LatchkeyHTTPClient", "LatchkeyIdentity",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(
            name: "LatchkeyPasskeysTests",
            dependencies: [
                "LatchkeyEncoding", "LatchkeyPasskeys", "PasskeyTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            resources: [.copy("Vectors")]),
        .testTarget(
            name: "LatchkeyPostgresTests",
            dependencies: [
                "LatchkeyPostgres", "LatchkeyServerCore", "PostgresTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

/// `make fuzz` alone (`1`): libFuzzer's instructions in the server's code, which nothing else could be linked with.
/// `make check` (`compile`) has the targets compiled without them, by the modules that are built already.
if let fuzz = Context.environment["LATCHKEY_FUZZ"] {
    let instructions: [SwiftSetting] = fuzz == "1" ? [.unsafeFlags(["-sanitize=fuzzer"])] : []
    for target in package.targets where ["LatchkeyPasskeys", "LatchkeyServer"].contains(target.name) {
        target.swiftSettings = instructions
    }
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Fuzz/CLibFuzzer"),
        .executableTarget(
            name: "latchkey-fuzz",
            dependencies: [
                "CLibFuzzer", "LatchkeyEncoding", "LatchkeyPasskeys", "LatchkeyServer",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            path: "Fuzz/latchkey-fuzz", swiftSettings: instructions),
    ]
}

/// Only for our own sources: dependencies may have warnings.
let strict: [SwiftSetting] =
    Context.environment["LATCHKEY_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + strict + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
        ]
}
