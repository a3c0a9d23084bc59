import { readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { openModelServer } from '../../fakes/open-model-server.ts';
import { changedTree } from '../../support/changed-tree.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import { runAction } from '../../support/run-action.ts';
import { addFiles, temporaryFolder } from '../../support/temporary-folder.ts';

const SOUND = 'int twice(int x) {\n  return x + x;\n}\n';
const FREED = '#include <stdlib.h>\nvoid drop(char *p) {\n  free(p);\n  free(p);\n}\n';
const SILENCED = FREED.replace(
  '  free(p);\n}',
  '  free(p); // rustward-ignore: double_free -- trust me\n}',
);

describe('mode scan', () => {
  test('a sound tree is clean', async () => {
    const workspace = temporaryFolder({ 'a.c': SOUND });
    const run = await runAction({ workspace, inputs: { mode: 'scan' } });
    expect([run.status, run.failures, run.stderr, run.left]).toEqual([0, [], '', []]);
    expect(run.outputs).toEqual({
      ...{ verdict: 'clean', findings: '0', existing: '0' },
      ...{ 'highest-severity': 'none', cost: '0.0000' },
      'sarif-file': join(run.temporary, 'rustward.sarif'),
      'report-file': join(run.temporary, 'rustward.html'),
    });
    expect(run.summary).toContain('# Rustward scan: No findings');
    expect(JSON.parse(readFileSync(run.outputs['sarif-file'] ?? '', 'utf8')).version).toBe('2.1.0');
    expect(readFileSync(run.outputs['report-file'] ?? '', 'utf8')).toMatch(/^<!doctype html>/i);
  });

  test('findings fail the step, and are annotated', async () => {
    const workspace = temporaryFolder({ 'src/a.c': FREED });
    const run = await runAction({ workspace, inputs: { mode: 'scan' } });
    expect(run.status).toBe(1);
    expect(run.outputs).toMatchObject({ verdict: 'findings', findings: '1' });
    expect(run.outputs['highest-severity']).toBe('high');
    expect(run.failures).toEqual(['Rustward: 1 finding. Fails from high (the default): 1 high.']);
    const [annotation] = run.commands.filter(({ name }) => name === 'error');
    expect(annotation?.properties).toMatchObject({ file: 'src/a.c', line: '4', endLine: '4' });
    expect(run.summary).toContain('`src/a.c:4:3`');
  });

  test.each([
    [13, '3 findings are not annotated'],
    [11, '1 finding is not annotated'],
  ])(
    'of %d as many are annotated as GitHub shows, and the others are counted',
    async (number, said) => {
      const all = Array.from({ length: number }, (_, index) => [`f${index}.c`, FREED]);
      const workspace = temporaryFolder(Object.fromEntries(all));
      const run = await runAction({ workspace, inputs: { mode: 'scan' } });
      const annotated = run.commands.filter(({ properties }) => properties['file'] !== undefined);
      expect([run.outputs['findings'], annotated.length]).toEqual([`${number}`, 10]);
      expect(run.summary).toContain(said);
    },
  );

  test('fail-on and reports in the workspace are as the inputs say', async () => {
    const workspace = temporaryFolder({ 'a.c': FREED });
    const run = await runAction({
      workspace,
      inputs: {
        ...{ mode: 'scan', 'fail-on': 'none', 'sarif-file': 'out.sarif' },
        'report-file': 'report.json\nreport.md\n',
      },
    });
    expect([run.status, run.outputs['verdict'], run.outputs['findings']]).toEqual([
      0,
      'clean',
      '1',
    ]);
    expect(run.commands.map(({ name }) => name)).toContain('warning');
    expect(JSON.parse(readFileSync(join(workspace, 'report.json'), 'utf8')).mode).toBe('scan');
    expect(readFileSync(join(workspace, 'report.md'), 'utf8')).toContain('# Rustward scan');
    expect(run.outputs['report-file']).toBe(join(workspace, 'report.json'));
  });

  test('path, languages and exclude choose files, which keep their names', async () => {
    const files = { 'x/a.c': FREED, 'x/b.cpp': FREED, 'x/old/c.c': FREED, 'y/d.c': FREED };
    const workspace = temporaryFolder(files);
    const inputs = { mode: 'scan', path: 'x', languages: 'c', exclude: 'old/\n' };
    const run = await runAction({ workspace, inputs });
    const places = run.commands.flatMap(({ properties }) => properties['file'] ?? []);
    expect(places).toEqual(['x/a.c']);
  });

  test('what a path includes is read, wherever in the workspace it is', async () => {
    const use =
      '#include <string.h>\n#include "size.h"\nvoid f(char *from) {\n  char to[SIZE];\n  memcpy(to, from, 17);\n}\n';
    const workspace = temporaryFolder({
      ...{ 'inc/size.h': '#define SIZE 16\n', 'src/a.c': use, 'other/b.c': FREED },
    });
    symlinkSync('src', join(workspace, 'link'));
    for (const path of ['src', 'src/a.c', 'link', join(workspace, 'src')]) {
      const run = await runAction({ workspace, inputs: { mode: 'scan', path, include: 'inc' } });
      const places = run.commands.flatMap(({ properties }) => properties['file'] ?? []);
      expect([run.status, ...new Set(places)]).toEqual([1, 'src/a.c']);
    }
  });

  test('the build that the workflow names decides which code counts', async () => {
    const files = {
      'a.c': `#if WITH\n${FREED}#endif\n`,
      'b.c': `#ifdef WITHOUT\n${FREED}#endif\n`,
    };
    const workspace = temporaryFolder({
      ...files,
      '.github/rustward.yml': 'build:\n  define: [WITH=0]\n',
    });
    const inputs = { mode: 'scan', define: 'WITH=1\n', undefine: 'WITHOUT' };
    const run = await runAction({ workspace, inputs });
    expect(run.commands.flatMap(({ properties }) => properties['file'] ?? [])).toEqual(['a.c']);
  });

  test('with a commit as the baseline only what is new counts', async () => {
    const tree = changedTree({ 'a.c': FREED }, { 'b.c': SOUND });
    const inputs = { mode: 'scan', baseline: tree.base, 'only-new': 'true' };
    const known = await runAction({ workspace: tree.folder, inputs });
    expect([known.status, known.outputs['findings']]).toEqual([0, '0']);
    addFiles(tree.folder, { 'c.c': FREED });
    const found = await runAction({ workspace: tree.folder, inputs });
    expect([found.status, found.outputs['findings']]).toEqual([1, '1']);
  });

  test('what cannot be examined is inconclusive, and fails unless told otherwise', async () => {
    const workspace = temporaryFolder({ 'a.c': SOUND, 'huge.c': `${'x'.repeat(1_100_000)}\n` });
    const run = await runAction({ workspace, inputs: { mode: 'scan' } });
    expect([run.status, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(run.summary).toContain('huge.c');
    const told = { mode: 'scan', 'fail-on-inconclusive': 'false' };
    const again = await runAction({ workspace, inputs: told });
    expect([again.status, again.outputs['verdict']]).toEqual([0, 'inconclusive']);
    expect(again.commands.map(({ name }) => name)).toContain('warning');
  });

  test('the configuration of the tree counts, and inputs go before it', async () => {
    const workspace = temporaryFolder({
      'a.c': FREED,
      '.github/rustward.yml': 'review:\n  fail_on: none\n',
    });
    expect((await runAction({ workspace, inputs: { mode: 'scan' } })).status).toBe(0);
    const inputs = { mode: 'scan', 'fail-on': 'high' };
    expect((await runAction({ workspace, inputs })).status).toBe(1);
  });
});

test('without sources a checkout is not clean, and what nothing was checked out into is an error', async () => {
  const docs = gitRepository({ 'README.md': 'words' });
  const run = await runAction({ workspace: docs, inputs: { mode: 'scan' } });
  expect([run.status, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(run.failures.join()).toContain('No C, C++ or Rust source was examined');
  const inputs = { mode: 'scan', 'fail-on-inconclusive': 'false' };
  expect((await runAction({ workspace: docs, inputs })).status).toBe(0);
  const empty = await runAction({ workspace: temporaryFolder(), inputs: { mode: 'scan' } });
  expect([empty.status, empty.outputs['verdict']]).toEqual([1, 'inconclusive']);
  expect(empty.failures.join()).toContain('a step that uses actions/checkout has to come before');
});

describe('mode review', () => {
  test('reports what the pull request changes, and not what came to its base meanwhile', async () => {
    const tree = changedTree({ 'a.c': SOUND }, { 'b.c': FREED }, { 'c.c': FREED });
    const run = await runAction({
      ...{ workspace: tree.folder, eventName: 'pull_request', event: tree.event() },
    });
    expect([run.status, run.outputs['findings']]).toEqual([1, '1']);
    const places = run.commands.flatMap(({ properties }) => properties['file'] ?? []);
    expect(places).toEqual(['b.c']);
    expect(run.summary).toContain('No model was asked');
  });

  test('what the base has as well is shown where that is asked for, and fails nothing', async () => {
    const touched = FREED.replace('  free(p);', '  if (!p) return;\n  free(p);');
    const step = (settings: Record<string, string>, inputs: Record<string, string> = {}) => {
      const tree = changedTree({ 'a.c': FREED, ...settings }, { 'a.c': touched });
      const run = { workspace: tree.folder, eventName: 'pull_request', event: tree.event() };
      return runAction({ ...run, inputs: { 'report-file': 'report.md\nreport.sarif', ...inputs } });
    };
    const read = (workspace: string, file: string) => readFileSync(join(workspace, file), 'utf8');
    const silent = await step({});
    expect([silent.status, silent.outputs['findings']]).toEqual([0, '0']);
    expect(silent.summary).toMatch(/\d+ existing candidates? (?:is|are) not shown/);
    expect(Number(silent.outputs['existing'])).toBeGreaterThan(0);
    const config = { '.github/rustward.yml': 'review:\n  include_existing: true\n' };
    for (const run of [await step({}, { 'include-existing': 'true' }), await step(config)]) {
      expect([run.status, run.outputs['findings']]).toEqual([0, '0']);
      const sarif = JSON.parse(read(dirname(run.outputs['report-file'] ?? ''), 'report.sarif'));
      expect(sarif.runs[0].results).not.toEqual([]);
      for (const { baselineState } of sarif.runs[0].results)
        expect(baselineState).toBe('unchanged');
      expect(read(dirname(run.outputs['report-file'] ?? ''), 'report.md')).toContain('## Existing');
    }
  });

  test('a change loosens nothing about its own review', async () => {
    const tree = changedTree(
      { 'a.c': SOUND },
      {
        'b.c': FREED,
        '.github/rustward.yml': 'review:\n  fail_on: none\n  exclude: ["*.c"]\n',
        '.rustward/suppressions.json5': "[{ rule: 'double_free', reason: 'mine' }]",
        '.rustwardignore': '*.c\n',
      },
    );
    const step = { workspace: tree.folder, eventName: 'pull_request', event: tree.event() };
    const run = await runAction(step);
    expect([run.status, run.outputs['verdict']]).toEqual([1, 'findings']);
    const scan = await runAction({ ...step, inputs: { mode: 'scan' } });
    expect([scan.status, scan.outputs['verdict']]).toEqual([1, 'findings']);
  });

  test('an ignore file counts where no change could have written it', async () => {
    const tree = changedTree({ 'a.c': SOUND, '.rustwardignore': 'old/\n' }, { 'old/b.c': FREED });
    const step = { workspace: tree.folder, eventName: 'pull_request', event: tree.event() };
    expect((await runAction(step)).outputs['verdict']).toBe('clean');
    const scan = await runAction({ workspace: tree.folder, inputs: { mode: 'scan' } });
    expect(scan.outputs['verdict']).toBe('clean');
  });

  test('a change cannot hide what it adds from the review', async () => {
    const tree = changedTree({ 'a.c': SOUND }, { 'b.c': `// @generated\n${FREED}` });
    const hidden = { '.gitignore': '*.c\n', '.gitattributes': '*.c linguist-generated\n' };
    addFiles(tree.folder, hidden);
    const step = { workspace: tree.folder, eventName: 'pull_request', event: tree.event() };
    expect((await runAction(step)).outputs['verdict']).toBe('findings');
  });

  test('a change hides no submodule from a scan, with a .gitignore of its own', async () => {
    const tree = changedTree({ 'a.c': SOUND }, { '.gitignore': 'lib/\n' });
    const other = gitRepository({ 'b.c': FREED });
    git(tree.folder, 'clone', '--quiet', other, 'lib');
    git(tree.folder, '-c', 'advice.addEmbeddedRepo=false', 'add', '--force', 'lib');
    const step = { workspace: tree.folder, inputs: { mode: 'scan' } };
    const pull = { ...step, eventName: 'pull_request', event: tree.event() };
    expect((await runAction(pull)).outputs).toMatchObject({ verdict: 'findings', findings: '1' });
    // Of a branch, who may write there decides what is left out.
    expect((await runAction(step)).outputs).toMatchObject({ verdict: 'clean', findings: '0' });
  });

  test('what a build has left and git ignores is none of the change', async () => {
    const tree = changedTree({ 'a.c': SOUND, '.gitignore': 'gen/\n' }, { 'b.c': SOUND });
    addFiles(tree.folder, { 'gen/parser.c': FREED });
    const step = { workspace: tree.folder, eventName: 'pull_request', event: tree.event() };
    expect((await runAction(step)).outputs).toMatchObject({ verdict: 'clean', findings: '0' });
  });

  test('the merge queue has its change reviewed, from a checkout of two commits', async () => {
    const tree = changedTree({ 'a.c': SOUND }, { 'b.c': FREED }, { 'c.c': FREED });
    const clone = temporaryFolder();
    git(tree.folder, 'branch', 'queue');
    const from = ['--branch=queue', '--depth=2', '--no-local', `file://${tree.folder}`];
    git(clone, 'clone', '--quiet', ...from, 'shallow');
    const group = { base_sha: tree.base, head_sha: tree.merge };
    const workspace = `${clone}/shallow`;
    const queued = { workspace, eventName: 'merge_group', event: { merge_group: group } };
    const run = await runAction(queued);
    expect([run.outputs['verdict'], run.outputs['findings']]).toEqual(['findings', '1']);
    const pull = { workspace, eventName: 'pull_request', event: tree.event() };
    expect((await runAction(pull)).outputs['findings']).toBe('1');
  });

  test('what was settled on the base counts', async () => {
    const tree = changedTree(
      { '.rustward/suppressions.json5': "[{ rule: 'double_free', reason: 'settled' }]" },
      { 'b.c': FREED, '.rustward/suppressions.json5': '[]' },
    );
    const step = { workspace: tree.folder, eventName: 'pull_request', event: tree.event() };
    expect((await runAction(step)).outputs['verdict']).toBe('clean');
  });

  test('a fork silences nothing with a comment, and is reviewed without models', async () => {
    const tree = changedTree({ 'a.c': SOUND }, { 'b.c': SILENCED });
    const step = { workspace: tree.folder, eventName: 'pull_request' };
    const own = await runAction({ ...step, event: tree.event() });
    expect(own.outputs['verdict']).toBe('clean');
    const models = { 'model-base-url': 'http://127.0.0.1:9/v1', 'model-name': 'm' };
    const fork = await runAction({ ...step, event: tree.event(8), inputs: models });
    expect([fork.status, fork.outputs['verdict']]).toEqual([1, 'findings']);
    expect(fork.summary).toContain('without secrets');
  });

  test('a model that is down leaves the run inconclusive', async () => {
    const tree = changedTree({ 'a.c': SOUND }, { 'b.c': FREED });
    const server = await openModelServer([]);
    await server.close();
    const run = await runAction({
      ...{ workspace: tree.folder, eventName: 'pull_request', event: tree.event() },
      inputs: {
        ...{ 'fail-on': 'none', 'model-key': 'sk-test-0123456789abcdefghijklmnop' },
        ...{ 'model-base-url': server.baseUrl, 'model-name': 'm', 'max-minutes': '0.05' },
      },
    });
    expect([run.status, run.outputs['verdict']]).toEqual([1, 'inconclusive']);
    expect(run.commands).toContainEqual(
      expect.objectContaining({ name: 'add-mask', message: 'sk-test-0123456789abcdefghijklmnop' }),
    );
    expect(run.summary + run.stdout.replace(/^::add-mask::.*$/m, '')).not.toContain('sk-test-');
    // A later job on the machine would believe what is kept there, and the code of a change can write it.
    expect(git(tree.folder, 'status', '--porcelain', '--ignored')).toBe('');
  });

  test('without a pull request all of the tree is reviewed, or what base-ref says', async () => {
    const tree = changedTree({ 'a.c': FREED }, { 'b.c': FREED });
    const all = await runAction({ workspace: tree.folder });
    expect(all.outputs['findings']).toBe('2');
    const since = await runAction({ workspace: tree.folder, inputs: { 'base-ref': 'main' } });
    expect(since.outputs['findings']).toBe('1');
  });
});
