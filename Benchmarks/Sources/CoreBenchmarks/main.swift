import Foundation
import Measuring

let comparisons = [
  StubbedRequest.measure(),
  try LiveRequest.measure(.wall, limit: 1.3),
  try LiveRequest.measure(.cpu, limit: nil),
]
for comparison in comparisons { print(comparison.line) }
exit(comparisons.allSatisfy(\.isHeld) ? 0 : 1)
