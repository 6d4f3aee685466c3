/// The points between which a change to a directory of secrets can be cut off.
package enum FileWriteStep: String, CaseIterable, Sendable {
    case created, written, synced, renamed, removed, directorySynced
}
