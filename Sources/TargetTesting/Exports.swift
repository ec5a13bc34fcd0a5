// One import for a test.
@_exported public import ReplayProvider
