import Testing

/// Tests with real processes, one at a time: each needs all cores for hashing, and some stop a process while it hashes.
@Suite(.serialized, .timeLimit(.minutes(10))) enum Flows {}
