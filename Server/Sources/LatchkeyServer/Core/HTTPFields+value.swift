import HTTPTypes

extension HTTPFields {
    /// Returns the value of a field like the subscript, which takes longer, because it also joins a single value.
    func value(of name: HTTPField.Name) -> String? {
        let values = self[values: name]
        return values.count > 1 ? self[name] : values.first
    }
}
