/// A place in source code.
package struct CallSite: Sendable {
  /// The module and file.
  package let fileID: StaticString
  /// The file's path.
  package let filePath: StaticString
  /// The line, from 1.
  package let line: UInt
  /// The column, from 1.
  package let column: UInt

  /// A place in source code.
  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The place from which the current task calls a provider, where the call says so.
  @TaskLocal package static var current: CallSite?
}
