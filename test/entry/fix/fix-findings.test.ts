import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type FixOutcome, fixFindings, riskQuestion } from '../../../src/entry/fix/fix-findings.ts';
import { openFindingAgent } from '../../../src/entry/fix/open-finding-agent.ts';
import { REPORT_DEFAULTS } from '../../../src/entry/review/review-options.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { git, gitRepository } from '../../support/git-repository.ts';
import {
  edit,
  fixAnswer,
  GREET,
  GREETING_PROJECT,
  MENDED,
  type ScriptedReplies,
  STRCPY,
} from '../../support/greeting-project.ts';
import { servedModel } from '../../support/served-model.ts';

const REPLIES = [edit('greet.c', STRCPY, MENDED), fixAnswer(true, 'the copy is bounded')];
const options = { ...REPORT_DEFAULTS, cache: false };

interface Run {
  readonly replies?: ScriptedReplies;
  readonly files?: Readonly<Record<string, string>>;
  readonly acceptRisky?: boolean;
  readonly dryRun?: boolean;
  /** What a person does to the tree before the run, and while the model answers. */
  readonly before?: (root: string) => void;
  readonly meanwhile?: (root: string) => void;
}

/** Has the findings of a committed tree fixed by a model that answers as scripted. */
async function fixed(run: Run = {}) {
  const { replies = REPLIES, files = GREETING_PROJECT, acceptRisky = false, dryRun = false } = run;
  const root = gitRepository(files);
  run.before?.(root);
  const server = await modelServer((_request, index) => {
    if (index === 0) run.meanwhile?.(root);
    return replies[index] ?? fixAnswer(false, 'no more');
  });
  const signal = new AbortController().signal;
  const agent = { options, maxMinutes: 5, env: process.env, signal, listeners: [] };
  const ready = { ...servedModel([server]), costOf: () => 0 };
  const deps = await openFindingAgent(root, ready, agent);
  const findings = (await deps.scan(root)).candidates.filter(
    ({ pattern }) => pattern === 'unsafe_api',
  );
  const heard: FixOutcome[] = [];
  const question = acceptRisky ? () => undefined : riskQuestion;
  const request = { root, findings, dryRun, question };
  const ended = fixFindings(request, deps, {
    onBegin: () => undefined,
    onOutcome: (outcome) => heard.push(outcome),
  });
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  return { root, ended, heard, server, read };
}

inSandbox('fixFindings', () => {
  test('what holds is written, with the mode of its file, and nothing else is touched', async () => {
    const { root, ended, read } = await fixed({
      before: (tree) => {
        chmodSync(join(tree, 'greet.c'), 0o755);
        git(tree, 'commit', '--quiet', '--all', '--message=mode');
        writeFileSync(join(tree, 'main.c'), `${GREETING_PROJECT['main.c']}/* mine */\n`);
      },
    });
    expect(await ended).toMatchObject([
      { kind: 'kept', diff: expect.stringContaining(`\n-${STRCPY}+${MENDED}`) },
    ]);
    expect(read('greet.c')).toBe(GREET.replace(STRCPY, MENDED));
    expect(statSync(join(root, 'greet.c')).mode & 0o777).toBe(0o755);
    expect(read('main.c')).toContain('/* mine */');
    expect(git(root, 'diff', '--name-only').trim().split('\n')).toEqual(['greet.c', 'main.c']);
    expect(git(root, 'status', '--porcelain')).not.toContain('??');
  });

  test('the diff is one that git applies', async () => {
    const { root, ended, read } = await fixed({ dryRun: true });
    const [outcome] = await ended;
    expect(outcome?.kind).toBe('shown');
    expect(read('greet.c')).toBe(GREET);
    writeFileSync(join(root, 'fix.patch'), outcome?.kind === 'shown' ? outcome.diff : '');
    git(root, 'apply', 'fix.patch');
    expect(read('greet.c')).toBe(GREET.replace(STRCPY, MENDED));
  });

  test('of two findings in one file the second is fixed on top of the first', async () => {
    const more = GREET.replace('    puts(text);\n', '    strcat(text, name);\n    puts(text);\n');
    const bounded = '    strncat(text, name, sizeof text - strlen(text) - 1);\n';
    const { ended, read } = await fixed({
      files: {
        ...GREETING_PROJECT,
        'greet.c': more,
        Makefile: 'all:\n\t$(CC) -o x main.c greet.c\n',
      },
      replies: [
        ...REPLIES,
        edit('greet.c', '    strcat(text, name);\n', bounded),
        fixAnswer(true, 'bounded'),
      ],
    });
    expect((await ended).map(({ kind }) => kind)).toEqual(['kept', 'kept']);
    expect(read('greet.c')).toBe(
      more.replace(STRCPY, MENDED).replace('    strcat(text, name);\n', bounded),
    );
  });

  test('a file that somebody changes meanwhile is left as they have it', async () => {
    const mine = `${GREET}/* mine */\n`;
    const { ended, read } = await fixed({
      meanwhile: (root) => writeFileSync(join(root, 'greet.c'), mine),
    });
    expect(await ended).toMatchObject([
      { kind: 'refused', why: 'greet.c has changes that are not committed' },
    ]);
    expect(read('greet.c')).toBe(mine);
  });

  test('so is one that they change and commit', async () => {
    const mine = `${GREET}/* mine */\n`;
    const { ended, read } = await fixed({
      meanwhile: (root) => {
        writeFileSync(join(root, 'greet.c'), mine);
        git(root, 'commit', '--quiet', '--all', '--message=mine');
      },
    });
    expect(await ended).toMatchObject([
      { kind: 'refused', why: 'greet.c was changed while the fix was made' },
    ]);
    expect(read('greet.c')).toBe(mine);
  });

  test('a large deletion is kept only where a person says so', async () => {
    const table = `/*\n${' * old\n'.repeat(220)} */\n`;
    const files = { ...GREETING_PROJECT, 'greet.c': `${GREET}${table}` };
    const replies = [
      ...[edit('greet.c', STRCPY, MENDED), edit('greet.c', table, '')],
      fixAnswer(true, 'the table is not needed'),
    ];
    const asked = await fixed({ files, replies });
    expect(await asked.ended).toMatchObject([{ kind: 'asks', why: 'it deletes 223 lines' }]);
    expect(asked.read('greet.c')).toBe(files['greet.c']);
    const told = await fixed({ files, replies, acceptRisky: true });
    expect(await told.ended).toMatchObject([{ kind: 'kept' }]);
    expect(told.read('greet.c')).toBe(GREET.replace(STRCPY, MENDED));
  });

  test('what nobody could build asks as well', async () => {
    const { Makefile: _none, ...files } = GREETING_PROJECT;
    const { ended, read } = await fixed({ files });
    expect(await ended).toMatchObject([
      { kind: 'asks', why: expect.stringContaining('it was not built: no Makefile') },
    ]);
    expect(read('greet.c')).toBe(GREET);
  });
});

test.each([
  ['changed', (root: string) => writeFileSync(join(root, 'greet.c'), `${GREET}\n`)],
  [
    'staged',
    (root: string) => {
      writeFileSync(join(root, 'greet.c'), `${GREET}\n`);
      git(root, 'add', 'greet.c');
    },
  ],
  ['unknown to git', (root: string) => void git(root, 'rm', '--quiet', '--cached', 'greet.c')],
])('a file that is %s is refused before any model is asked', async (_what, before) => {
  const { ended, server } = await fixed({ before });
  await expect(ended).rejects.toThrow(
    'greet.c has changes that are not committed, or git does not',
  );
  expect(server.requests).toEqual([]);
});
