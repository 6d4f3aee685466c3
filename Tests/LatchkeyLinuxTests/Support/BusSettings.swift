/// A dbus-daemon configuration for tests, in which every process may own, send and receive everything.
enum BusSettings {
    /// - Parameters:
    ///   - socket: The path of the bus's socket.
    ///   - more: Further elements for this bus.
    static func text(socket: String, more: String = "") -> String {
        """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig>
          <type>session</type>
          <listen>unix:path=\(socket)</listen>
          <auth>EXTERNAL</auth>
          \(more)
          <policy context="default">
            <allow own="*"/>
            <allow send_destination="*" eavesdrop="true"/>
            <allow eavesdrop="true"/>
          </policy>
        </busconfig>
        """
    }
}
