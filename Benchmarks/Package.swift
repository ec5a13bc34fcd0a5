// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "MoyaCassettes", path: "..")
  ],
  targets: [
    // Runs what is measured and what it is measured against by turns, and prints the medians.
    .target(name: "Measuring"),
    .executableTarget(
      name: "CoreBenchmarks",
      dependencies: ["Measuring", .product(name: "MoyaCore", package: "MoyaCassettes")]),
    // Each measure in a process of its own, since a peak of memory stays a process's for good.
    .executableTarget(
      name: "LargeBodyBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "MoyaCore", package: "MoyaCassettes"),
        .product(name: "ReplayProvider", package: "MoyaCassettes"),
      ]),
  ]
)
