// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "GitHubClient",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "GitHubClient", targets: ["GitHubClient"]),
    .executable(name: "Demo", targets: ["Demo"]),
  ],
  dependencies: [
    .package(name: "MoyaCassettes", path: "../..")
  ],
  targets: [
    .target(
      name: "GitHubClient", dependencies: [.product(name: "MoyaCore", package: "MoyaCassettes")]),
    // Records real traffic into cassettes, and replays it without a network.
    .executableTarget(
      name: "Demo",
      dependencies: [
        "GitHubClient",
        .product(name: "MoyaCore", package: "MoyaCassettes"),
        .product(name: "Cassette", package: "MoyaCassettes"),
        .product(name: "Recorder", package: "MoyaCassettes"),
        .product(name: "ReplayProvider", package: "MoyaCassettes"),
      ]),
    .testTarget(
      name: "GitHubClientTests",
      dependencies: [
        "GitHubClient",
        .product(name: "MoyaCore", package: "MoyaCassettes"),
        .product(name: "Cassette", package: "MoyaCassettes"),
        .product(name: "Recorder", package: "MoyaCassettes"),
        .product(name: "ReplayProvider", package: "MoyaCassettes"),
        .product(name: "TargetTesting", package: "MoyaCassettes"),
      ],
      // SwiftPM warns of files that it does not know.
      exclude: ["Cassettes"]),
  ]
)
