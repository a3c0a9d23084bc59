import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { rustward } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';
const FILE = '.rustward/suppressions.json5';

function found(cwd: string) {
  const { status, stdout } = rustward(['scan', '.', '--format', 'json', '--no-state'], cwd);
  return { status, report: JSON.parse(stdout) };
}

test('a finding that is settled is listed with its reason, and fails nothing, until its code changes', () => {
  const cwd = temporaryFolder({ 'src/a.c': FREED, 'b.c': FREED });
  const [first, second] = found(cwd).report.candidates;
  const shown = rustward(['suppress', second.id, '--reason', 'owned twice', '--dry-run'], cwd);
  expect(shown.status).toBe(0);
  expect(shown.stdout).toMatch(
    /^\{ rule: 'double_free', file: '\/src\/a\.c', function: 'drop', code: 'free\(p\);', digest: '[\da-f]{24}', reason: 'owned twice' \},\n$/,
  );
  expect(existsSync(join(cwd, FILE))).toBe(false);

  const done = rustward(['suppress', second.id, '--reason', ' owned twice '], cwd);
  expect(done.stdout).toBe(
    `src/a.c:4: double_free (${second.id}) is suppressed by a line in ${FILE}, to be committed:\n  ${shown.stdout}`,
  );
  expect(readFileSync(join(cwd, FILE), 'utf8')).toContain(`[\n  ${shown.stdout}]`);
  const after = found(cwd);
  expect(after.status).toBe(1);
  const suppression = { kind: 'external', reason: 'owned twice' };
  expect(after.report.candidates).toMatchObject([
    { file: 'b.c' },
    { file: 'src/a.c', suppression },
  ]);

  const again = rustward(['suppress', second.id, '--reason', 'x'], cwd);
  expect([again.status, again.stderr]).toEqual([
    2,
    `rustward: ${second.id} is suppressed already: owned twice\n`,
  ]);
  expect(rustward(['suppress', first.id, '--reason', 'it ends'], cwd).status).toBe(0);
  expect(found(cwd).status).toBe(0);
  writeFileSync(join(cwd, 'b.c'), FREED.replaceAll('free(p)', 'free((void *)p)'));
  expect(found(cwd).status).toBe(1);
});

test('it stays settled when other lines change, and the run says where it no longer is', () => {
  const before = `#include <stdlib.h>
void other(void) {
}
void drop(char *p, int n) {
  if (n > 1) return;
  free(p);
  free(p);
  n = 0;
}
`;
  const cwd = temporaryFolder({ 'a.c': before });
  const [{ id }] = found(cwd).report.candidates;
  expect(rustward(['suppress', id, '--reason', 'checked'], cwd).status).toBe(0);
  const next = before.replace(' n = 0;', ' n = 1;').replace('(void) {', '(void) {\n  int n = 1;');
  writeFileSync(join(cwd, 'a.c'), next);
  expect(found(cwd)).toMatchObject({ status: 0, report: { candidates: [{ line: 8 }] } });
  writeFileSync(join(cwd, 'a.c'), next.replace('  if (n > 1) return;\n', ''));
  const after = rustward(['scan', '.', '--no-state', '--quiet'], cwd);
  expect(after.status).toBe(1);
  expect(after.stdout.replace(/\s+/g, ' ')).toContain(
    `1 suppression does nothing: ${FILE}:4: the entry of double_free in /a.c, function drop, at \`free(p);\` fits nothing any more, since the code that it was decided on has changed: see a.c:7.`,
  );
  writeFileSync(join(cwd, 'a.c'), before.replace('  free(p);\n', ''));
  expect(found(cwd).report.notice).toContain('at `free(p);` fits nothing that this run finds.');
});

test('a suppression may have a last day', () => {
  const cwd = temporaryFolder({ 'a.c': FREED });
  const args = ['suppress', '1', '--reason', 'mended in the next release', '--until'];
  expect(rustward([...args, '2020-13-01'], cwd).stderr).toContain('expected a day, such as');
  expect(rustward([...args, '2020-12-31'], cwd).stderr).toContain('that day is over');
  expect(rustward([...args, '2999-12-31'], cwd).stdout).toContain(", until: '2999-12-31' },");
  expect(found(cwd).status).toBe(0);
  const text = readFileSync(join(cwd, FILE), 'utf8');
  writeFileSync(join(cwd, FILE), text.replace('2999', '2020'));
  const { status, stderr } = rustward(['scan', '.', '--no-state'], cwd);
  expect(status).toBe(1);
  expect(stderr).toContain(
    `${FILE}:4: the entry of double_free in /a.c counted until 2020-12-31, and no longer does`,
  );
});

test('from a folder of a project, its findings are settled and explained as from the project', () => {
  const cwd = temporaryFolder({ 'src/a.c': FREED, '.github/rustward.yml': '' });
  const inFolder = join(cwd, 'src');
  const [{ id, file }] = found(inFolder).report.candidates;
  expect(file).toBe('src/a.c');
  expect(rustward(['explain', id], inFolder).stdout).toContain('src/a.c:4');
  expect(rustward(['explain', '1'], inFolder)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('use the id'),
  });
  expect(rustward(['suppress', id, '--reason', 'known'], inFolder).status).toBe(0);
  expect(existsSync(join(inFolder, '.rustward'))).toBe(false);
  expect([found(inFolder).status, found(cwd).status]).toEqual([0, 0]);
});

test('a finding of a report is settled without a scan', () => {
  const cwd = temporaryFolder({ 'a.c': FREED });
  const report = join(cwd, 'report.json');
  expect(rustward(['scan', 'a.c', '--report', `json=${report}`], cwd).status).toBe(1);
  const args = ['suppress', '1', '--report', report, '--reason', 'known'];
  expect(rustward(args, cwd).status).toBe(0);
  expect(found(cwd).status).toBe(0);
});

test.each([
  [['suppress', '1'], "required option '--reason <text>' not specified"],
  [['suppress', '1', '--reason', ' '], '--reason is empty; say why, for who reads it later'],
  [['suppress', '1', 'gone', '--reason', 'x'], 'gone does not exist'],
  [['suppress', '7', '--reason', 'x'], 'there is no finding 7; near are'],
])('%j is refused, and nothing is written', (args, message) => {
  const cwd = temporaryFolder({ 'a.c': FREED });
  const { status, stderr } = rustward(args, cwd);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync(join(cwd, '.rustward'))).toBe(false);
});

test('a file of suppressions that is broken is left as it is', () => {
  const cwd = temporaryFolder({ 'a.c': FREED, [FILE]: '[{' });
  const { status, stderr } = rustward(['suppress', '1', '--reason', 'x'], cwd);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`${FILE}:1: this is not JSON5`)]);
  expect(readFileSync(join(cwd, FILE), 'utf8')).toBe('[{');
});
