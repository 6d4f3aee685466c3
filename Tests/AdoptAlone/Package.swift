// swift-tools-version:6.1
import PackageDescription

// Four apps, each of which uses one capability and nothing else; scripts/check-adopt-alone builds and inspects them.
let package = Package(
    name: "adopt-alone",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "latchkey", path: "../..")],
    targets: [
        .executableTarget(
            name: "SecretsOnly", dependencies: [.product(name: "LatchkeySecureStorage", package: "latchkey")]),
        .executableTarget(
            name: "BiometricsOnly", dependencies: [.product(name: "LatchkeyBiometrics", package: "latchkey")]),
        .executableTarget(
            name: "LifecycleOnly", dependencies: [.product(name: "LatchkeyLifecycle", package: "latchkey")]),
        .executableTarget(
            name: "RecordsOnly", dependencies: [.product(name: "LatchkeyPersistence", package: "latchkey")]),
    ]
)
