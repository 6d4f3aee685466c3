/// The attempts under way.
protocol ReservationRepository {
    func list(accountID: String) throws -> [Reservation]
    /// The accounts that have a reservation from `time` or before, or from after `future`.
    func accounts(reservedUpTo time: Timestamp, orAfter future: Timestamp) throws -> [String]
    func insert(_ reservation: Reservation) throws
    /// Deletes those of an account, whatever they hold.
    func deleteAll(accountID: String) throws
    func delete(id: String) throws
}
