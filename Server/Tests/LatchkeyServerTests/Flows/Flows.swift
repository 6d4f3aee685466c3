import Testing

/// Tests against real processes. One at a time: each wants the machine's cores for hashing, and some stop a process
/// while it hashes.
@Suite(.serialized, .timeLimit(.minutes(10))) enum Flows {}
