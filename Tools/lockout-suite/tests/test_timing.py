"""The statistical test: known values, and the stated error rates."""

import random
import unittest

from lockout_suite import timing


def noise(generator, size):
    """Returns simulated response times: a skewed distribution with rare outliers."""
    return [generator.lognormvariate(0, 0.3) * (1 if generator.random() < 0.97 else 20) for _ in range(size)]


class MannWhitneyTests(unittest.TestCase):
    def test_p_values_match_the_normal_approximation(self):
        # U = 0 and U = 4 of 25, variance 25 · 11 / 12, by hand: z = (12.5 − U − 0.5) / 4.787.
        self.assertAlmostEqual(timing.mann_whitney([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])[0], 0.012186, 5)
        self.assertAlmostEqual(timing.mann_whitney([1, 2, 3, 4, 9], [5, 6, 7, 8, 10])[0], 0.094692, 5)

    def test_p_values_are_corrected_for_ties(self):
        # U = 4.5 of 9, in the middle.
        self.assertEqual(timing.mann_whitney([1, 2, 2], [1, 2, 2])[0], 1)
        # Ranks 1.5, 1.5, 4 and 4, 4, 6; U = 1; variance 9 / 12 · (7 − (6 + 24) / 30) = 4.5; z = 3 / √4.5 = √2.
        self.assertAlmostEqual(timing.mann_whitney([1, 1, 2], [2, 2, 3])[0], 0.157299, 5)
        self.assertEqual(timing.mann_whitney([1, 1, 1], [1, 1, 1])[0], 1)

    def test_direction_is_that_of_the_later_sample(self):
        self.assertEqual(timing.mann_whitney([1, 2, 3], [4, 5, 6])[1], 1)
        self.assertEqual(timing.mann_whitney([4, 5, 6], [1, 2, 3])[1], -1)

    def test_shift_is_the_median_of_all_differences(self):
        self.assertEqual(timing.shift([1, 2, 3], [3, 4, 8]), 2)
        self.assertEqual(timing.shift([3, 4, 8], [1, 2, 3]), -2)


class ErrorRateTests(unittest.TestCase):
    def test_false_alarm_rate_of_one_round_is_alpha(self):
        generator, runs = random.Random(1), 4000
        alarms = sum(
            timing.mann_whitney(noise(generator, 40), noise(generator, 40))[0] < timing.ALPHA for _ in range(runs))
        # The expected number is 20; the probability of at most 33 is 99.8 %.
        self.assertLessEqual(alarms, 33)
        self.assertGreater(alarms, 6)

    def test_only_rounds_in_the_same_direction_raise_an_alarm(self):
        near, far = [float(value) for value in range(30)], [float(value) + 40 for value in range(30)]
        self.assertTrue(timing.differ([(near, far), (near, far)]))
        self.assertTrue(timing.differ([(far, near), (far, near)]))
        self.assertFalse(timing.differ([(near, far), (far, near)]))
        self.assertFalse(timing.differ([(near, far), (near, near)]))

    def test_smallest_reported_shift_is_found_at_the_stated_rate(self):
        generator = random.Random(2)
        for _ in range(4):
            least = timing.smallest_found([(noise(generator, 40), noise(generator, 40)) for _ in range(2)])
            # With new noise; 40 values allow an error of about a quarter.
            self.assertGreater(self.power(generator, least * 1.25), 0.85)
            self.assertLess(self.power(generator, least * 0.5), 0.6)

    @staticmethod
    def power(generator, later, runs=200):
        return sum(timing.differ([
            (noise(generator, 40), [value + later for value in noise(generator, 40)]) for _ in range(2)])
            for _ in range(runs)) / runs

    def test_slowing_machine_causes_no_finding(self):
        generator = random.Random(3)
        for _ in range(200):
            rounds = []
            for _ in range(2):
                clock = iter(range(80))
                take = lambda _: next(clock) * 0.05 + generator.lognormvariate(0, 0.3)  # noqa: E731
                rounds.append(timing.alternate(40, take, take))
            self.assertFalse(timing.differ(rounds))


class OrderTests(unittest.TestCase):
    def test_measurements_alternate_between_both_samples(self):
        order = []
        results = timing.alternate(
            3, lambda index: order.append("a") or index, lambda index: order.append("b") or -index)
        self.assertEqual("".join(order), "abbaab")
        self.assertEqual(results, ([0, 1, 2], [0, -1, -2]))


if __name__ == "__main__":
    unittest.main()
