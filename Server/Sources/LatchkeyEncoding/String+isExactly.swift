extension String {
    /// Whether the bytes are equal. `==` compares by canonical equivalence: a Kelvin sign equals a K.
    package func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
