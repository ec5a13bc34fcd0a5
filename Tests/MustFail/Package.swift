// swift-tools-version: 6.1
import PackageDescription

// Suites that have to fail, run by Scripts/must-fail. Apart from the main package, whose own tests
// have to pass.
let package = Package(
  name: "MustFail",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
  dependencies: [.package(name: "MoyaCassettes", path: "../..")],
  targets: [
    .testTarget(
      name: "MustFailTests",
      dependencies: [
        .product(name: "Cassette", package: "MoyaCassettes"),
        .product(name: "MoyaCore", package: "MoyaCassettes"),
        .product(name: "Recorder", package: "MoyaCassettes"),
        .product(name: "ReplayProvider", package: "MoyaCassettes"),
        .product(name: "TargetTesting", package: "MoyaCassettes"),
      ])
  ]
)
