// swift-tools-version:6.1
import PackageDescription

// With Latchkey as a submodule of your package, the paths are "latchkey" and "latchkey/Server".
let package = Package(
    name: "backend-swift",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "latchkey", path: "../.."),
        .package(name: "latchkey-server", path: "../../Server"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "backend-swift",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "LatchkeyAPI", package: "latchkey"),
                .product(name: "LatchkeyHummingbird", package: "latchkey-server"),
            ],
            path: "Sources/BackendSwift")
    ]
)
