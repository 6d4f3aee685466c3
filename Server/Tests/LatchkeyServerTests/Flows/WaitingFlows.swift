import Testing

/// Flows that wait for deadlines or for other programs: one at a time, next to one of ``Flows``.
@Suite(.serialized, .timeLimit(.minutes(10))) enum WaitingFlows {}
