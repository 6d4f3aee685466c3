"""Plants each fault that standards.py looks for in a small tree, and sees that it is found, and nothing else."""
import io
import json
import pathlib
import tempfile
import unittest

import standards

SWIFT = '''
@Suite struct LockTests {
    @Test("V13 ASVS-1.1.2 NIST-2-1 idle locks") func idleLocks() {}
    @Test(
        """
        MASVS-CODE-4 a name that is \\
        longer than a line, ASVS-1.1.3
        """, .timeLimit(.minutes(1)), arguments: [(1, "a)"), (2, "b")])
    func aLongName(_ number: Int, _ text: String) {}
    @Test func other() {}
}
'''
PYTHON = '''
def test_a_page(visit):
    """ASVS-1.1.3: a page."""


def test_another(visit):
    pass
'''
ROWS = [
    {'id': 'NIST-2-1', 'status': 'met', 'asks': 'a', 'how': 'b', 'tests': ['Tests/LockTests.swift::idleLocks']},
    {'id': 'ASVS-1.1.1', 'status': 'met', 'asks': 'a', 'how': 'b', 'documents': ['docs/guide.md#the-way-in']},
    {'id': 'ASVS-1.1.2', 'status': 'met', 'asks': 'a', 'how': 'b',
     'tests': ['Tests/LockTests.swift::idleLocks', 'scripts/check-it']},
    {'id': 'ASVS-1.1.3', 'status': 'deviates', 'asks': 'a', 'why': 'not tested: b', 'instead': 'c',
     'tests': ['Server/Tests/test_pages.py::test_a_page', 'Tests/LockTests.swift::aLongName']},
    {'id': 'ASVS-1.1.4', 'status': 'not-applicable', 'asks': 'a', 'why': 'b | c'},
    {'id': 'MASVS-CODE-4', 'status': 'deviates', 'asks': 'a', 'why': 'b', 'instead': 'c',
     'tests': ['Tests/LockTests.swift::aLongName']},
]


class StandardsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.rows = json.loads(json.dumps(ROWS))
        for name, text in {
            'Tests/LockTests.swift': SWIFT, 'Server/Tests/test_pages.py': PYTHON,
            'scripts/check-it': '#!/bin/sh\n# It shows ASVS-1.1.2.\n', 'scripts/list.txt': '# ASVS-9.9.9\n',
            'Tools/x/.build/Copied.swift': '@Test("ASVS-9.9.9") func copied() {}',
            'Tools/standards/test_these.py': 'def test_this():\n    \"\"\"ASVS-9.9.9\"\"\"\n',
            'docs/guide.md': '# Guide\n\n## The way in\n', 'docs/standards/introduction.md': '# Standards\n',
            'docs/standards/nist-sp-800-63b-4.txt': '# From here.\nNIST-2-1 SHALL NOT\n',
            'docs/standards/asvs-5.0.0.txt':
                'ASVS-1.1.1 1 documentation\nASVS-1.1.2 1\nASVS-1.1.3 2\nASVS-1.1.4 3\n',
            'docs/standards/masvs-2.1.0.txt': 'MASVS-CODE-4\n',
        }.items():
            self.write(name, text)
        self.check('--write')
        self.assertEqual(self.check(), [])

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def replace(self, name, old, new):
        text = (self.root / name).read_text()
        self.assertIn(old, text)
        self.write(name, text.replace(old, new))

    def check(self, *arguments):
        """The complaints, without the name of the file in front of each."""
        self.write('docs/standards.json', json.dumps(self.rows))
        errors = io.StringIO()
        status = standards.main(self.root, arguments, errors)
        faults = [line.removeprefix('docs/standards.json: ') for line in errors.getvalue().splitlines()]
        self.assertEqual(status, 1 if faults else 0)
        return faults

    def test_a_line_without_a_row(self):
        self.rows.pop(4)
        self.assertEqual(self.check(), ['ASVS-1.1.4: there is no row'])

    def test_a_row_without_a_line(self):
        self.rows[4]['id'] = 'ASVS-1.1.5'
        self.assertEqual(
            self.check(), ['ASVS-1.1.5: no standard has this line', 'ASVS-1.1.4: there is no row'])

    def test_two_rows_of_a_line(self):
        self.rows.append(self.rows[4])
        self.assertEqual(self.check(), ['ASVS-1.1.4: there are two rows'])

    def test_a_met_row_without_a_test(self):
        del self.rows[0]['tests']
        self.replace('Tests/LockTests.swift', ' NIST-2-1', '')
        self.assertEqual(self.check(), ['NIST-2-1: it is met, and no test shows it'])

    def test_a_row_that_deviates_without_a_test_or_a_reason(self):
        del self.rows[5]['tests']
        self.replace('Tests/LockTests.swift', 'MASVS-CODE-4 ', '')
        fault = 'MASVS-CODE-4: it deviates, and neither a test shows it nor "untested" says why none can'
        self.assertEqual(self.check(), [fault])
        self.rows[5]['untested'] = ' '
        self.assertEqual(self.check(), [fault])
        self.rows[5]['untested'] = 'There is nothing to try.'
        self.check('--write')
        self.assertEqual(self.check(), [])
        self.assertIn('There is nothing to try.', (self.root / 'docs/standards.md').read_text())

    def test_a_reason_for_no_test_beside_a_test(self):
        for row in [self.rows[0], self.rows[3], self.rows[4], self.rows[5]]:
            row['untested'] = 'a'
            self.assertIn(f'{row["id"]}: what it says in "untested" is not so', self.check())
            del row['untested']

    def test_a_document_that_is_missing_and_what_is_not_tested_need_no_reason(self):
        self.rows[1] = {'id': 'ASVS-1.1.1', 'status': 'deviates', 'asks': 'a', 'why': 'b', 'instead': 'c'}
        del self.rows[3]['tests']
        self.replace('Tests/LockTests.swift', ', ASVS-1.1.3', '')
        self.replace('Server/Tests/test_pages.py', 'ASVS-1.1.3', 'ASVS')
        self.check('--write')
        self.assertEqual(self.check(), [])

    def test_a_document_in_the_place_of_a_test(self):
        self.rows[4] |= {'status': 'met', 'how': 'b', 'documents': ['docs/guide.md']}
        del self.rows[4]['why']
        self.assertEqual(
            self.check(), ['ASVS-1.1.4: a document shows only lines that ask for documentation'])

    def test_a_document_that_is_not_there(self):
        self.rows[1]['documents'] = ['docs/guide.md#the-way-out', 'docs/other.md']
        self.assertEqual(self.check(), [
            'ASVS-1.1.1: docs/guide.md has no heading for #the-way-out', 'ASVS-1.1.1: docs/other.md is not there'])

    def test_a_test_that_is_not_there(self):
        for old, new in [('func idleLocks', 'func idleLock'), ('    @Test("V13', '    // @Test("V13'),
                         ('    @Test("V13', '    #if false\n    @Test("V13'),
                         ('    @Test("V13', '    #if 0\n    @Test("V13'),
                         ('    @Test("V13', '    #if os(Windows)\n    @Test("V13'),
                         ('    @Test("V13', '    #if PostgreSQL\n    #else\n    @Test("V13'),
                         ('    @Test("V13', '    #if false\n    #if PostgreSQL\n    #endif\n    @Test("V13'),
                         ('    @Test("V13', '    /*\n    @Test("V13'),
                         ('@Suite struct', '@Suite(.serialized, .disabled("later")) struct'),
                         ('@Suite struct', '@Suite(.enabled(if: false)) struct'),
                         ('idle locks")', 'idle locks", .enabled(if: false))'),
                         ('idle locks")', 'idle locks", .disabled("later"))')]:
            self.write('Tests/LockTests.swift', SWIFT)
            self.replace('Tests/LockTests.swift', old, new)
            # The ends of those that have one: each is nothing by itself.
            self.replace('Tests/LockTests.swift', '    @Test(\n', '    #endif\n    */\n    @Test(\n')
            for line in ['NIST-2-1', 'ASVS-1.1.2']:
                self.assertIn(f'{line}: Tests/LockTests.swift::idleLocks is not there', self.check())

    def test_a_test_that_this_machine_compiles(self):
        for name in ['PostgreSQL', 'os(Linux)']:
            self.write('Tests/LockTests.swift', f'#if {name}\n{SWIFT}#endif\n')
            self.assertEqual(self.check(), [])

    def test_a_test_in_python_that_is_skipped(self):
        for mark in ['@pytest.mark.skip', '@unittest.skip("later")', '@pytest.mark.skip\n@pytest.mark.slow']:
            self.write('Server/Tests/test_pages.py', PYTHON.replace('def test_a_page', f'{mark}\ndef test_a_page'))
            self.assertIn('ASVS-1.1.3: Server/Tests/test_pages.py::test_a_page is not there', self.check())

    def test_a_script_that_is_not_there(self):
        self.rows[2]['tests'][1] = 'scripts/check-that'
        self.assertIn('ASVS-1.1.2: scripts/check-that is not there', self.check())

    def test_a_test_that_does_not_name_its_line(self):
        self.replace('Server/Tests/test_pages.py', 'ASVS-1.1.3', 'ASVS')
        self.replace('Tests/LockTests.swift', ', ASVS-1.1.3', '')
        self.replace('scripts/check-it', 'ASVS-1.1.2', 'it')
        self.assertEqual(self.check(), [
            'ASVS-1.1.2: scripts/check-it does not name it',
            'ASVS-1.1.3: Server/Tests/test_pages.py::test_a_page does not name it',
            'ASVS-1.1.3: Tests/LockTests.swift::aLongName does not name it'])

    def test_a_test_whose_line_has_no_row_or_does_not_name_it(self):
        self.replace('Tests/LockTests.swift', '@Test func other', '@Test("ASVS-1.1.2 ASVS-8.8.8 other") func other')
        self.assertEqual(self.check(), [
            'Tests/LockTests.swift::other names ASVS-1.1.2, whose row does not name it',
            'Tests/LockTests.swift::other names ASVS-8.8.8, whose row does not name it'])

    def test_one_line_is_not_another_that_begins_like_it(self):
        self.replace('Tests/LockTests.swift', 'ASVS-1.1.2', 'ASVS-1.1.20')
        self.assertIn('ASVS-1.1.2: Tests/LockTests.swift::idleLocks does not name it', self.check())

    def test_two_tests_of_one_name(self):
        self.replace('Tests/LockTests.swift', 'func other', 'func idleLocks')
        self.assertIn('NIST-2-1: Tests/LockTests.swift::idleLocks is there 2 times', self.check())

    def test_tests_of_what_does_not_apply(self):
        self.rows[4]['tests'] = ['Tests/LockTests.swift::other']
        self.assertIn('ASVS-1.1.4: it does not apply, and has tests', self.check())

    def test_texts_that_are_missing_or_of_another_status(self):
        del self.rows[5]['instead']
        self.rows[0]['how'] = ' '
        self.rows[4]['instead'] = 'c'
        self.assertEqual(self.check(), [
            'NIST-2-1: it is met, and has no "how"',
            'ASVS-1.1.4: it is not-applicable, and "instead" is nothing that such a row has',
            'MASVS-CODE-4: it is deviates, and has no "instead"'])

    def test_a_status_that_is_none(self):
        self.rows[4]['status'] = 'meet'
        self.assertEqual(self.check(), ["ASVS-1.1.4: the status 'meet' is none"])

    def test_a_page_that_is_old(self):
        old = ['docs/standards.md is old: scripts/check-standards --write']
        self.rows[5]['why'] = 'another reason'
        self.assertEqual(self.check(), old)
        self.check('--write')
        self.assertEqual(self.check(), [])
        (self.root / 'docs/standards.md').unlink()
        self.assertEqual(self.check(), old)

    def test_the_page_begins_with_what_deviates(self):
        page = (self.root / 'docs/standards.md').read_text()
        places = [page.index(text) for text in [
            '# Standards', '| ASVS | 2 | 1 | 1 |', '## What deviates', '| MASVS-CODE-4 |', '## What no test shows',
            '| ASVS-1.1.3 (2) | a | b | c | `test_pages` `test_a_page`, `LockTests` `aLongName` |', '## What is met',
            '| NIST-2-1 (SHALL NOT) |', '[docs/guide.md#the-way-in](guide.md#the-way-in)', '## What does not apply',
            'b \\| c']]
        self.assertEqual(places, sorted(places))


if __name__ == '__main__':
    unittest.main()
