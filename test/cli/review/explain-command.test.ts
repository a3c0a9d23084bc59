import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { explain as explainFinding } from '../../../src/cli/review/explain.ts';
import { UsageError } from '../../../src/errors.ts';
import { rustward } from '../../support/command-line.ts';
import { commitAll, git } from '../../support/git-repository.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const EXAMPLES = join(import.meta.dirname, '../../../examples');

/** The example of the demonstration, which a review has looked at with recorded answers. */
const base = mkdtempSync(join(tmpdir(), 'rustward-explain-'));
const tree = join(base, 'tree');
const home = join(base, 'home');
const report = join(home, 'report.json');
const env = { PATH: process.env['PATH'], HOME: home };

function explain(...args: readonly string[]) {
  return rustward(['explain', ...args], tree, env);
}

afterAll(() => rmSync(base, { recursive: true }));

beforeAll(() => {
  mkdirSync(home);
  cpSync(join(EXAMPLES, 'archive-reader'), tree, { recursive: true });
  git(tree, 'init', '--quiet', '--initial-branch=main');
  commitAll(tree);
  git(tree, 'apply', '--', join(EXAMPLES, 'archive-reader.patch'));
  const { status } = rustward(['review', '.', '--report', `json=${report}`], tree, {
    ...env,
    RUSTWARD_REPLAY: join(FIXTURES, 'recordings/archive-reader'),
  });
  expect(status).toBe(1);
});

/** The lines below a heading. */
function section(text: string, title: string): string[] {
  const [, rest = ''] = text.split(`\n${title}\n`);
  return rest.split('\n\n')[0]?.split('\n') ?? [];
}

describe('from the state of a review', () => {
  test('a verified finding: both ways, the derivation with its lines, what the verifier tried', () => {
    const { status, stdout, stderr } = explain('c7f5');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'C7f50a0 (2): A length does not fit the buffer it is used with',
      'boundary_funcs, CWE-787, CWE-119, high, confidence 0.90, verified',
    ]);
    expect(section(stdout, 'How the scan followed the data')).toHaveLength(12);
    expect(stdout).toContain('  - main -> run_command -> run_list -> list_entries ->');
    expect(section(stdout, 'How it is reached, as a model derived it').slice(0, 4)).toEqual([
      '  1. src/main.c:133 in main: runs the command on the archive that the user names',
      '     | return run_command(c, argv[optind + 1], &options) == PARCEL_OK ? 0 : 1;',
      '  2. src/main.c:108 in run_command: calls run_verify through c->run',
      '     | status = c->run(a, options);',
    ]);
    expect(section(stdout, 'What was checked by machine')[0]).toMatch(/Each of the 7 steps/);
    for (const title of ['What it takes', 'What follows', 'What the verifier tried']) {
      expect(section(stdout, title)).not.toEqual([]);
    }
  });

  test('what was refuted says by whom and why', () => {
    expect(section(explain('8').stdout, 'Refuted by the analyst')[0]).toContain('memory_source');
    const { stdout } = explain('C0d36df');
    expect(section(stdout, 'Refuted by the analyst')[0]).toContain('run_command is called only by');
  });

  test('what a model claims is explained like what the scan proposes', () => {
    const { stdout } = explain('15');
    expect(stdout).toContain('src/archive.c:56');
    expect(stdout).toContain('confidence 0.80, verified');
    expect(stdout).toContain('read_long_name');
    // Who claims a defect is asked for one way.
    const unseen = section(stdout, 'Callers that no model looked at');
    expect(unseen).toEqual(['  archive_open (src/archive.c:46)']);
  });

  test('the same as JSON: the keys of the report, the rule, the ways and the lines', () => {
    const { status, stdout } = explain('c7f5', '--format', 'json');
    expect(status).toBe(0);
    const { candidate, rule, source_lines, remarks } = JSON.parse(stdout);
    const [reported] = JSON.parse(readFileSync(report, 'utf8')).candidates.filter(
      ({ id }: { id: string }) => id === 'C7f50a0',
    );
    expect(candidate).toMatchObject({
      ...{ id: 'C7f50a0', trace: reported.trace, examination: { kind: 'verified' } },
      call_paths: expect.arrayContaining([expect.stringMatching(/^main -> run_command -> /)]),
    });
    expect(rule.title).toBe('A length does not fit the buffer it is used with');
    expect(source_lines).toContainEqual({
      file: 'src/main.c',
      line: 108,
      text: expect.stringContaining('status = c->run(a, options);'),
    });
    expect(remarks).toEqual([]);
    const without = explain('2', '--report', report, '--format', 'json').stdout;
    expect(JSON.parse(without)).toMatchObject({
      candidate: { id: 'C7f50a0' },
      source_lines: [],
      remarks: [expect.stringContaining('Name the folder of the sources')],
    });
  });

  test('nothing is written, and no model is asked', () => {
    const state = join(tree, '.rustward/sec');
    // A line that another run is about to write.
    appendFileSync(join(state, 'analysis.jsonl'), '{"cluster_id":"src');
    const before = readdirSync(state).map((name) => [name, readFileSync(join(state, name))]);
    expect(explain('2').stdout).toContain('confidence 0.90, verified');
    const after = readdirSync(state).map((name) => [name, readFileSync(join(state, name))]);
    expect(after).toEqual(before);
  });

  test('what was found out about other code is not taken for this one', () => {
    const changed = temporaryFolder();
    cpSync(tree, changed, { recursive: true });
    const file = join(changed, 'src/archive.c');
    const text = readFileSync(file, 'utf8').replace(
      'out->comment = a->comment;',
      'out->comment = 0;',
    );
    writeFileSync(file, text);
    const { status, stdout } = rustward(['explain', 'C7f50a0', changed], home, env);
    expect(status).toBe(0);
    expect(section(stdout, 'Not examined by a model')[0]).toMatch(/^ {2}No result .* review fits/);
  });

  test('the state may be elsewhere', () => {
    const bare = temporaryFolder();
    cpSync(tree, bare, { recursive: true });
    rmSync(join(bare, '.rustward'), { recursive: true });
    const found = (...args: readonly string[]) =>
      rustward(['explain', '2', bare, ...args], home, env).stdout;
    expect(found()).toContain('No review has left a result');
    expect(found('--state-dir', tree)).toContain('confidence 0.90, verified');
  });

  test('another user has no part in it', () => {
    const { stdout } = rustward(['explain', '2'], tree, { ...env, HOME: temporaryFolder() });
    expect(section(stdout, 'Not examined by a model')[0]).toContain('No review has left a result');
  });
});

describe('from a report', () => {
  test('the same is said as from the state, but for the call graph', () => {
    const found = explain('2', '.', '--report', report);
    expect([found.status, found.stderr]).toEqual([0, '']);
    const [before = '', after = ''] = explain('2').stdout.split(
      '\nWays of calls that lead there\n',
    );
    expect(found.stdout).toBe(`${before}${after.slice(after.indexOf('\n\n') + 1)}`);
  });

  test('the lines of the steps come from the sources, and only where these are the same', () => {
    const without = explain('2', '--report', report).stdout;
    expect(without).not.toContain('| status = c->run');
    expect(without).toMatch(/Name the folder of the sources .*\n$/);
    const other = temporaryFolder({ 'src/archive.c': 'int x;\n' });
    expect(explain('2', other, '--report', report).stdout).toMatch(
      /does not hold the code of the report: its lines are left out\.\n$/,
    );
  });

  test('a report without models says so', () => {
    const plain = join(temporaryFolder(), 'scan.json');
    rustward(['scan', tree, '--no-state', '--report', `json=${plain}`], home, env);
    const { status, stdout } = explain('C7f50a0', '--report', plain);
    expect(status).toBe(0);
    expect(section(stdout, 'Not examined by a model')).toEqual([
      '  The report does not say that a model was to look at it.',
    ]);
  });

  test('no control character of a model or a repository reaches the terminal', async () => {
    for (const gid of ['1', '2', '3', '4', '5', '6', '7']) {
      const text = await ofReport(gid, join(FIXTURES, 'report/examined.json'));
      expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    }
  });
});

describe('what cannot be found is refused on one line', () => {
  const refusal = (...args: readonly string[]) => {
    const { status, stdout, stderr } = explain(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^rustward: [^\n]*\n$/);
    return stderr;
  };

  test('an unknown id in a tree, and one that is no text in a report', () => {
    expect(refusal('99')).toContain('there is no finding 99; near are C2f3f38 (15, ');
    expect(refusal('C\u001b[2J', '--report', report)).toContain('no finding C⟨U+001B⟩[2J; near');
    const absent = join(home, 'absent');
    expect(refusal('2', absent)).toContain('does not exist');
  });

  test.each([
    ['C7f50a1', /there is no finding C7f50a1; near are C7f50a0 \(2, src\/archive\.c:100\), /],
    ['C', /C means 15 findings: Ca1bbb7 \(1, src\/archive\.c:42\), .* and more; write more of it/],
  ])('%j in a report', async (id, message) => {
    await expect(ofReport(id, report)).rejects.toThrow(message);
  });

  test.each([
    ['{', 'is not JSON; write one with --report json=FILE'],
    ['{"a":1}', 'cannot be used: it is no report of Rustward: '],
    [undefined, 'cannot read the report'],
  ])('%j as the report', async (text, message) => {
    const file = join(temporaryFolder(text === undefined ? {} : { 'r.json': text }), 'r.json');
    const refused = ofReport('2', file);
    await expect(refused).rejects.toThrow(UsageError);
    await expect(refused).rejects.toThrow(message);
  });
});

/** Without a process of its own. */
function ofReport(id: string, file: string): Promise<string> {
  const tree = {
    importSarif: [],
    rules: [],
    exclude: [],
    gitignore: true,
    ...{ define: [], undefine: [], include: [] },
    jobs: 1,
    cache: false,
  };
  return explainFinding(id, undefined, { ...tree, report: file, format: 'text' });
}

test('the id of a rule is answered with the command that explains it', () => {
  const { status, stderr } = rustward(['explain', 'use_after_free', base]);
  expect(status).toBe(2);
  expect(stderr).toContain(
    "use_after_free is a rule and no finding: 'rustward rules use_after_free' explains it",
  );
});
