// Whoever has a ReplayProvider needs the names of its options, errors and recordings too. MoyaCore is
// not among them: its `Task` would hide Swift's where it is not asked for.
@_exported public import Cassette
@_exported public import Recorder
