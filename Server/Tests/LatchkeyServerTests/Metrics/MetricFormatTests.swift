import Testing

@testable import LatchkeyServer

@Suite struct MetricFormatTests {
    @Test func gaugesAndCountersPrintHelpTypeAndValueLines() {
        #expect(
            MetricFamily.gauge("latchkey_sessions", "Sessions.", 3).text
                == "# HELP latchkey_sessions Sessions.\n# TYPE latchkey_sessions gauge\nlatchkey_sessions 3\n")
        #expect(
            MetricFamily.counter("latchkey_x_total", "X.", 0).text
                == "# HELP latchkey_x_total X.\n# TYPE latchkey_x_total counter\nlatchkey_x_total 0\n")
    }

    @Test func everyLabelValueIsExportedFromTheStart() {
        let counter = LabelledCounter<ServerMetrics.AttemptResult>("a_total", "A.", label: "result")
        counter.count(.wrong)
        counter.count(.wrong)
        counter.count(.expired)
        #expect(
            counter.family.text == """
                # HELP a_total A.
                # TYPE a_total counter
                a_total{result="right"} 0
                a_total{result="wrong"} 2
                a_total{result="expired"} 1

                """)
    }

    @Test func aHistogramBucketCountsAllValuesUpToItsBound() {
        let histogram = DurationHistogram("t_seconds", "T.")
        for time in [Duration.milliseconds(10), .microseconds(10_001), .milliseconds(1000), .seconds(7)] {
            histogram.observe(time)
        }
        #expect(
            histogram.family.text == """
                # HELP t_seconds T.
                # TYPE t_seconds histogram
                t_seconds_bucket{le="0.005"} 0
                t_seconds_bucket{le="0.01"} 1
                t_seconds_bucket{le="0.025"} 2
                t_seconds_bucket{le="0.05"} 2
                t_seconds_bucket{le="0.1"} 2
                t_seconds_bucket{le="0.25"} 2
                t_seconds_bucket{le="0.5"} 2
                t_seconds_bucket{le="1"} 3
                t_seconds_bucket{le="2.5"} 3
                t_seconds_bucket{le="5"} 3
                t_seconds_bucket{le="+Inf"} 4
                t_seconds_sum 8.020001
                t_seconds_count 4

                """)
    }
}
