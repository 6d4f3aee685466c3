"""Holds docs/standards.json to the lines of the standards, to the tests that it names, and to docs/standards.md.

    scripts/check-standards            complains
    scripts/check-standards --write    writes docs/standards.md

docs/standards has the lines of each standard, one a line. Each needs a row in docs/standards.json: met, deviates or
not-applicable. A row and its tests name each other: the row by path and function, a Swift test by its display name, one
in Python by its docstring, and a script by its comments."""
import collections
import json
import pathlib
import re
import sys

lists = {'NIST': 'nist-sp-800-63b-4.txt', 'ASVS': 'asvs-5.0.0.txt', 'MASVS': 'masvs-2.1.0.txt'}
# What a row has to say beside what is asked.
texts = {'met': ['how'], 'deviates': ['why', 'instead'], 'not-applicable': ['why']}
# Folders without tests of the tree's: what is built, what is copied, and the tests of this script.
skipped = {'.build', 'Copies', 'standards'}
line_id = re.compile(r'(?<![\w-])(?:NIST|ASVS|MASVS)-[A-Z0-9]+(?:[.-][0-9]+)*')
literal = r'"""\n(?:.|\n)*?"""|"(?:[^"\\\n]|\\.)*"'
# Parentheses within parentheses, as in .timeLimit(.minutes(1)), three deep.
deepest = rf'(?:[^()"]|{literal})*'
deeper = rf'(?:[^()"]|{literal}|\({deepest}\))*'
swift_test = re.compile(
    rf'@Test\b(?P<traits>\((?:[^()"]|{literal}|\({deeper}\))*\))?[^{{}}]*?'
    r'\bfunc\s+(?:`(?P<quoted>[^`]+)`|(?P<name>\w+))')
comment = re.compile(r'^ */\*(?:.|\n)*?\*/|^ *//.*$', re.M)
condition = re.compile(r' *#(if|elseif|else|endif)\b *(.*?) *$')
# What `make test` compiles with: on Linux, with PostgreSQL. What other conditions keep is taken for left out.
held = {'PostgreSQL', 'os(Linux)'}
# A test, or a suite with all that is in its file behind it.
disabled = re.compile(r'\.disabled\(|\.enabled\(if: false\b')
disabled_suite = re.compile(r'@Suite\([^{]*?(?:\.disabled\(|\.enabled\(if: false\b)')
skipped_in_python = re.compile(r'^@(?:pytest\.mark|unittest)\.skip\b.*\n(?:@.*\n)*def \w+', re.M)
python_test = re.compile(r'^def (test_\w+)\([^)]*\):\n(?:    """((?:.|\n)*?)""")?', re.M)


def read_lines(root):
    """The ids of all lines, in their order, and the words behind each: a level or SHALL, and `documentation`."""
    lines = {}
    for name in lists.values():
        for text in (root / 'docs/standards' / name).read_text().splitlines():
            if text and not text.startswith('#'):
                line, *words = text.split()
                lines[line] = words
    return lines


def compiled(text):
    """The text without comments and what is not compiled."""
    kept, holds = [], []
    for line in comment.sub('', text).split('\n'):
        found = condition.match(line)
        if not found:
            if all(holds):
                kept.append(line)
        elif found[1] == 'if':
            holds.append(found[2] in held)
        elif holds and found[1] == 'endif':
            holds.pop()
        elif holds:
            holds[-1] = False
    return '\n'.join(kept)


def ids_of_swift_test(traits):
    """The ids in a display name, which is the first of the arguments."""
    name = re.match(rf'\(\s*({literal})', traits or '')
    return set(line_id.findall(name[1])) if name else set()


def find_tests(root):
    """All tests by `path::function`, or by path where they are scripts, each with the ids in its name."""
    tests = collections.defaultdict(list)
    for folder in ['Tests', 'Server/Tests', 'Tools']:
        for path in sorted((root / folder).rglob('*')):
            place = path.relative_to(root)
            if path.suffix not in ('.swift', '.py') or skipped & set(place.parts):
                continue
            text = path.read_text()
            if path.suffix == '.py':
                for name, words in python_test.findall(skipped_in_python.sub('', text)):
                    tests[f'{place}::{name}'].append(set(line_id.findall(words)))
            elif '@Test' in text:
                # What is left out is no test, and neither is one that is disabled.
                for found in swift_test.finditer(disabled_suite.split(compiled(text))[0]):
                    if not disabled.search(found['traits'] or ''):
                        name = found['quoted'] or found['name']
                        tests[f'{place}::{name}'].append(ids_of_swift_test(found['traits']))
    for path in sorted((root / 'scripts').iterdir()):
        if path.suffix != '.txt':
            comments = ' '.join(re.findall(r'^#(.*)$', path.read_text(), re.M))
            tests[str(path.relative_to(root))].append(set(line_id.findall(comments)))
    return tests


def headings(path):
    """The anchors of a page, as GitHub makes them."""
    titles = re.findall(r'^#+ (.*)$', path.read_text(), re.M)
    return {re.sub(r'[^\w\- ]', '', title.lower()).replace(' ', '-') for title in titles}


def faults_of_document(root, document):
    path, _, anchor = document.partition('#')
    if not (root / path).is_file():
        yield f'{document} is not there'
    elif anchor and anchor not in headings(root / path):
        yield f'{path} has no heading for #{anchor}'


def faults_of_row(root, row, words, tests):
    """What is wrong with a row of a line that there is."""
    status, shown = row.get('status'), row.get('tests', [])
    if status not in texts:
        yield f'the status {status!r} is none'
        return
    for member in ['asks'] + texts[status]:
        if not row.get(member, '').strip():
            yield f'it is {status}, and has no "{member}"'
    for member in set(row) - {'id', 'status', 'asks', 'tests', 'documents', 'untested'} - set(texts[status]):
        yield f'it is {status}, and "{member}" is nothing that such a row has'
    documents = row.get('documents', [])
    if documents and not (status == 'met' and 'documentation' in words):
        yield 'a document shows only lines that ask for documentation'
    if status == 'met' and not shown and not documents:
        yield 'it is met, and no test shows it'
    # What is not so is tried too, or is nothing that can be: a document that is missing, or what the row says.
    can_be = status == 'deviates' and 'documentation' not in words and not is_untested(row)
    if can_be and not shown and not row.get('untested', '').strip():
        yield 'it deviates, and neither a test shows it nor "untested" says why none can'
    if 'untested' in row and (shown or not can_be):
        yield 'what it says in "untested" is not so'
    if status == 'not-applicable' and shown:
        yield 'it does not apply, and has tests'
    for document in documents:
        yield from faults_of_document(root, document)
    for test in shown:
        if test not in tests:
            yield f'{test} is not there'
        elif len(tests[test]) > 1:
            yield f'{test} is there {len(tests[test])} times'
        elif row['id'] not in tests[test][0]:
            yield f'{test} does not name it'


def find_faults(root, rows):
    lines, tests = read_lines(root), find_tests(root)
    by_id = {}
    for row in rows:
        line = row.get('id')
        if line in by_id:
            yield f'{line}: there are two rows'
        elif line not in lines:
            yield f'{line}: no standard has this line'
        else:
            yield from (f'{line}: {fault}' for fault in faults_of_row(root, row, lines[line], tests))
        by_id[line] = row
    for line in lines:
        if line not in by_id:
            yield f'{line}: there is no row'
    for test, found in tests.items():
        for line in sorted(set().union(*found)):
            if test not in by_id.get(line, {}).get('tests', []):
                yield f'{test} names {line}, whose row does not name it'


def is_untested(row):
    """Whether it is so as far as anybody knows, and could be tried."""
    return row.get('why', '').startswith('not tested')


def cell(text):
    return text.replace('|', '\\|')


def shown_by(row):
    """The names of tests without their folders, and links to documents."""
    names = [f'`{pathlib.Path(path).stem}` `{name}`' if name else f'`{path}`'
             for path, _, name in (test.partition('::') for test in row.get('tests', []))]
    if 'untested' in row:
        names.append(row['untested'])
    for document in row.get('documents', []):
        place = document.removeprefix('docs/') if document.startswith('docs/') else f'../{document}'
        names.append(f'[{document}]({place})')
    return ', '.join(names)


def table(heads, rows):
    return ['| ' + ' | '.join(heads) + ' |', '|' + ' --- |' * len(heads)] + [
        '| ' + ' | '.join(cell(text) for text in row) + ' |' for row in rows] + ['']


def page(root, rows):
    lines = read_lines(root)
    intro = (root / 'docs/standards/introduction.md').read_text().rstrip().split('\n')
    by_id = {row['id']: row for row in rows}
    rows = [by_id[line] | {'words': words} for line, words in lines.items() if line in by_id]

    def each(status, wanted=lambda row: True):
        for prefix in lists:
            found = [row for row in rows
                     if row['id'].startswith(prefix + '-') and row['status'] == status and wanted(row)]
            if found:
                yield prefix, found

    def level(row):
        words = ' '.join(word for word in row['words'] if word != 'documentation')
        return f'{row["id"]} ({words})' if words else row['id']

    counts = [[prefix] + [str(sum(len(found) for name, found in each(status) if name == prefix)) for status in texts]
              for prefix in lists]
    out = ['<!-- Written by scripts/check-standards --write, from standards.json and standards/. -->'] + intro + ['']
    out += table(['', 'met', 'deviates', 'does not apply'], counts)
    out += ['## What deviates', '']
    for prefix, found in each('deviates', lambda row: not is_untested(row)):
        out += [f'### {prefix}', ''] + table(['line', 'it asks', 'why not', 'instead', 'tests'], [
            [level(row), row['asks'], row['why'], row['instead'], shown_by(row)] for row in found])
    out += ['## What no test shows', '']
    for prefix, found in each('deviates', is_untested):
        out += [f'### {prefix}, untested', ''] + table(['line', 'it asks', 'what there is', 'beside it', 'tests'], [
            [level(row), row['asks'], row['why'].removeprefix('not tested').lstrip(': '), row['instead'],
             shown_by(row)] for row in found])
    out += ['## What is met', '']
    for prefix, found in each('met'):
        out += [f'### {prefix}, met', ''] + table(['line', 'it asks', 'how', 'shown by'], [
            [level(row), row['asks'], row['how'], shown_by(row)] for row in found])
    out += ['## What does not apply', '']
    for prefix, found in each('not-applicable'):
        out += [f'### {prefix}, not applicable', ''] + table(['line', 'it asks', 'why'], [
            [level(row), row['asks'], row['why']] for row in found])
    return '\n'.join(out).rstrip() + '\n'


def main(root, arguments, errors=sys.stderr):
    """Complains to `errors`. Returns the status of the process."""
    rows = json.loads((root / 'docs/standards.json').read_text())
    target = root / 'docs/standards.md'
    faults = list(find_faults(root, rows))
    if not faults:
        text = page(root, rows)
        if '--write' in arguments:
            target.write_text(text)
        elif not target.is_file() or target.read_text() != text:
            faults.append('docs/standards.md is old: scripts/check-standards --write')
    for fault in faults:
        print(f'docs/standards.json: {fault}', file=errors)
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main(pathlib.Path(__file__).resolve().parent.parent.parent, sys.argv[1:]))
