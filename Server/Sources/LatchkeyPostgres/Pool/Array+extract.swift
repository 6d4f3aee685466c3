extension Array {
    /// Removes and returns the matching elements. Calls the predicate once for each, because its result may change.
    mutating func extract(_ isWanted: (Element) -> Bool) -> [Element] {
        var (kept, taken): ([Element], [Element]) = ([], [])
        for element in self {
            if isWanted(element) { taken.append(element) } else { kept.append(element) }
        }
        self = kept
        return taken
    }
}
