extension Array {
    /// Takes out the elements of which this is true. Each is asked once: one whose time passes between two questions
    /// would be gone without having been taken.
    mutating func extract(_ isWanted: (Element) -> Bool) -> [Element] {
        var (kept, taken): ([Element], [Element]) = ([], [])
        for element in self {
            if isWanted(element) { taken.append(element) } else { kept.append(element) }
        }
        self = kept
        return taken
    }
}
