"""Draws throughput and latency by load, as SVG without a library."""

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 300, 60, 60, 30, 45


def plot(path, points, capacity):
    """Each point is (requested, completed, median, 99 %): verifications a second, and milliseconds."""
    most = max(point[0] for point in points)
    slowest = max(point[3] for point in points)

    def x(load):
        return LEFT + (WIDTH - LEFT - RIGHT) * load / most

    def y(value, top):
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top

    def line(column, top, style):
        path = " ".join(f"{x(point[0]):.1f},{y(point[column], top):.1f}" for point in points)
        return f'<polyline class="{style}" points="{path}"/>'

    rows = [line(1, most, "rate"), line(2, slowest, "middle"), line(3, slowest, "slow")]
    for share in (0, 0.25, 0.5, 0.75, 1):
        rows.append(label(x(share * most), HEIGHT - BOTTOM + 16, f"{share * most:.0f}"))
        rows.append(label(LEFT - 8, y(share, 1) + 4, f"{share * most:.0f}", "end", "rate"))
        rows.append(label(WIDTH - RIGHT + 8, y(share, 1) + 4, f"{share * slowest:.0f}", "start", "slow"))
    edge = x(capacity)
    rows.append(f'<line class="bound" x1="{edge:.1f}" y1="{TOP}" x2="{edge:.1f}" y2="{HEIGHT - BOTTOM}"/>')
    rows.append(label(edge, TOP - 8, "limit of Argon2id"))
    rows.append(label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "verifications requested per second"))
    rows.append(label(LEFT, TOP - 8, "verifications completed per second", "start", "rate"))
    rows.append(label(WIDTH - RIGHT, TOP - 8, "latency in ms: 99 % (dashed: median)", "end", "slow"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(DOCUMENT.format(width=WIDTH, height=HEIGHT, style=STYLE, rows="\n".join(rows)))


def label(left, top, words, anchor="middle", style=""):
    return f'<text x="{left:.1f}" y="{top:.1f}" text-anchor="{anchor}" class="{style}">{words}</text>'


DOCUMENT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">
<title>Passcode verification: throughput and latency by load</title>
<style>{style}</style>
<rect width="100%" height="100%" fill="#fff"/>
{rows}
</svg>
"""
STYLE = """
text { font: 12px system-ui, sans-serif; fill: #444 }
text.rate { fill: #0b6b54 } text.slow { fill: #9a4a00 }
polyline { fill: none; stroke-width: 2 }
.rate { stroke: #0b6b54 } .middle { stroke: #9a4a00; stroke-dasharray: 5 4 } .slow { stroke: #9a4a00 }
text.rate, text.slow { stroke: none }
.bound { stroke: #999; stroke-dasharray: 2 3 }
"""
