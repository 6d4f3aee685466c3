/// The attempts under way.
protocol ReservationRepository {
    /// Returns nil when it was settled already.
    func find(id: String) throws -> Reservation?
    func list(accountID: String) throws -> [Reservation]
    /// The accounts that have a reservation from `time` or before.
    func accounts(reservedUpTo time: Timestamp) throws -> [String]
    func insert(_ reservation: Reservation) throws
    func delete(id: String) throws
}
