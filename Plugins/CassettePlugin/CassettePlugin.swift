import Foundation
import PackagePlugin

/// `swift package cassette …`: runs the tool of this package, so that nothing has to be installed.
///
/// Paths are taken from the folder in which SwiftPM was called. Of an exit status other than 0 SwiftPM
/// makes 1, and says which it was.
@main
struct CassettePlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "CassetteTool").url
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : 3
    #if os(macOS)
    // What SwiftPM's sandbox refuses looks like a missing permission.
    if status == 3 {
      Diagnostics.remark(
        "SwiftPM lets plugins write where it is told to: swift package --allow-writing-to-directory "
          + "FOLDER cassette …")
    }
    #endif
    if status != 0 { exit(status) }
  }
}
