"""A statistical test for different response times of two kinds of requests, with known error rates.

Mann and Whitney's U test, two-sided, with the normal approximation, corrected for ties and continuity. A difference is
reported if two separate rounds of measurements have p < ALPHA in the same direction. If both kinds take the same time,
its probability is at most ALPHA² / 2. Requests alternate (AB BA AB …), so that changes of the machine's speed affect
both.
"""

import math
import random
import statistics

ALPHA = 0.005
FALSE_ALARM = ALPHA ** 2 / 2
POWER = 0.9
# With fewer samples, the normal approximation would be too coarse for ALPHA.
FEWEST = 20


def ranks(values):
    """Returns the ranks, averaged for equal values, and the sum of t³ − t over groups of t equal values."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result, ties, start = [0.0] * len(values), 0, 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for index in order[start:end]:
            result[index] = (start + 1 + end) / 2
        ties += (end - start) ** 3 - (end - start)
        start = end
    return result, ties


def mann_whitney(first, second):
    """Returns the p value, and the direction: 1 if the second sample is later, -1 if the first is."""
    count, other = len(first), len(second)
    total = count + other
    rank, ties = ranks([*first, *second])
    u = sum(rank[:count]) - count * (count + 1) / 2
    variance = count * other / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance <= 0:
        return 1.0, 1
    away = count * other / 2 - u
    return math.erfc(max(abs(away) - 0.5, 0) / math.sqrt(2 * variance)), 1 if away > 0 else -1


def shift(first, second):
    """Returns the delay of the second sample: Hodges and Lehmann's median of all differences."""
    return statistics.median(b - a for a in first for b in second)


def differ(rounds):
    """Returns whether all rounds (pairs of samples) are significant in the same direction."""
    outcomes = [mann_whitney(*pair) for pair in rounds]
    return all(p < ALPHA for p, _ in outcomes) and len({direction for _, direction in outcomes}) == 1


def smallest_found(rounds, seed=1, trials=60):
    """Returns the smallest shift, to about an eighth, that the test detects with POWER in the measured noise.

    The noise is drawn from the samples, each minus its median.
    """
    noise = [value - statistics.median(sample) for pair in rounds for sample in pair for value in sample]
    size, generator = len(rounds[0][0]), random.Random(seed)

    def power(later):
        return sum(
            differ([(generator.choices(noise, k=size), [value + later for value in generator.choices(noise, k=size)])
                    for _ in rounds]) for _ in range(trials)) / trials

    later = statistics.median(abs(value) for value in noise) / 8 or 1e-7
    while power(later) < POWER:
        later *= 2
    step = later / 4
    while step > later / 16:
        if power(later - step) >= POWER:
            later -= step
        step /= 2
    return later


def alternate(count, first, second):
    """Calls both functions this many times in the order AB BA AB …, and returns the results of each."""
    results = ([], [])
    for index in range(count):
        for which in ((0, 1) if index % 2 == 0 else (1, 0)):
            results[which].append((first, second)[which](index))
    return results
