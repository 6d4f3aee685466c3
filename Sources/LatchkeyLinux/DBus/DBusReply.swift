/// The answer to a call.
struct DBusReply: Sendable {
    let values: [DBusValue]
    /// Closed when nobody has them any more.
    let descriptors: [DBusDescriptor]

    /// The text at the place. Throws `.unexpectedAnswer` when there is none.
    func string(_ index: Int = 0) throws(DBusError) -> String {
        guard values.indices.contains(index), let text = values[index].string else { throw .unexpectedAnswer }
        return text
    }

    /// The descriptor that the value at the place stands for. Throws `.unexpectedAnswer` when there is none.
    func descriptor(_ index: Int = 0) throws(DBusError) -> DBusDescriptor {
        guard values.indices.contains(index), case .handle(let place) = values[index],
            descriptors.indices.contains(place)
        else { throw .unexpectedAnswer }
        return descriptors[place]
    }
}
