import Foundation
import Measuring

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == "child" {
  try MemoryMeasure.runChild(Array(arguments.dropFirst()))
  exit(0)
}

if arguments.first == "corpus" {
  try CorpusDump.run(Array(arguments.dropFirst()))
  exit(0)
}

// Without arguments all are run.
let measures: [(name: String, run: (Setting, (Comparison) -> Void) throws -> Void)] = [
  ("opening", OpeningMeasure.run), ("answering", AnsweringMeasure.run),
  ("providing", ProvidingMeasure.run), ("size", SizeMeasure.run),
  ("writing", WritingMeasure.run), ("memory", MemoryMeasure.run), ("growth", GrowthMeasure.run),
]
for argument in arguments where !measures.contains(where: { $0.name == argument }) {
  print("unknown measure \(argument); there are: \(measures.map(\.name).joined(separator: ", "))")
  exit(2)
}
let setting = try Setting()
var isHeld = true
do {
  for measure in measures where arguments.isEmpty || arguments.contains(measure.name) {
    try measure.run(setting) { comparison in
      print(comparison.line)
      fflush(nil)
      isHeld = isHeld && comparison.isHeld
    }
  }
} catch {
  print("\(error)")
  isHeld = false
}
try setting.cleanUp()
exit(isHeld ? 0 : 1)
