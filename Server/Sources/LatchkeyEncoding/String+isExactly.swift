extension String {
    /// Whether the bytes are the same. `==` takes texts for equal that Unicode does, such as a K and a Kelvin sign.
    package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
