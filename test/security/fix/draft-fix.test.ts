import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { RULES } from '../../../src/rules/index.ts';
import { draftFix } from '../../../src/security/fix/draft-fix.ts';
import { fixPlanSchema } from '../../../src/security/fix/fix-plan.ts';
import { scan } from '../../../src/security/scan/scan.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import type { Sandbox } from '../../../src/workspace/sandbox/sandbox.ts';
import { NoSandbox } from '../../../src/workspace/sandbox/unsandboxed.ts';
import { modelServer } from '../../fakes/model-server.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import {
  fixAnswer as answer,
  edit,
  GREET,
  MENDED,
  GREETING_PROJECT as PROJECT,
  type ScriptedReplies,
  STRCPY,
} from '../../support/greeting-project.ts';
import { servedModel } from '../../support/served-model.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const grammars = loadGrammars();

const scanOf = (folder: string) =>
  scan(
    { path: folder, threads: 0 },
    {
      rules: RULES,
      grammars,
      threadScript: new URL('../../../src/security/scan/scan-thread.ts', import.meta.url),
    },
  );

/** Has the one defect of a tree mended by a model that answers as scripted. */
async function drafted(
  files: Readonly<Record<string, string>>,
  replies: ScriptedReplies,
  sandbox?: Sandbox,
) {
  const root = temporaryFolder(files);
  const server = await modelServer(replies);
  const { model } = servedModel([server]);
  const { candidates } = await scanOf(root);
  const finding = candidates.find(({ pattern }) => pattern === 'unsafe_api');
  if (finding === undefined) throw new Error('the scan finds nothing');
  const plan = await draftFix(root, finding, {
    ...{ model, grammars, scan: scanOf, signal: new AbortController().signal },
    sandbox: sandbox ?? (await findSandbox({ path: process.env['PATH'] })),
    limits: { turns: 20, tokens: 500_000, seconds: 300 },
  });
  const said = server.requests.map(({ messages }) => String(messages.at(-1)?.content));
  return { root, plan: fixPlanSchema.parse(plan), said, finding };
}

inSandbox('draftFix', () => {
  test('a change that builds, passes the tests and takes the finding away', async () => {
    const replies = [edit('greet.c', STRCPY, MENDED), answer(true, 'the copy is bounded')];
    const { root, plan } = await drafted(PROJECT, replies);
    expect(plan).toEqual({
      kind: 'fixed',
      explanation: 'the copy is bounded',
      files: [{ path: 'greet.c', content: GREET.replace(STRCPY, MENDED) }],
      hunk: {
        ...{ path: 'greet.c', start_line: 8, end_line: 8 },
        replacement: MENDED.trimEnd(),
      },
      built: { state: 'passed', detail: 'make' },
      tested: { state: 'passed', detail: 'make test' },
      linted: { state: 'passed', detail: '-Wall -Wextra on greet.c: no new warning' },
      impact: {
        functions: [
          {
            ...{ name: 'greet', file: 'greet.c', how: 'changed', other_signature: false },
            callers: { count: 1, first: ['main (main.c)'] },
            tests: { count: 0, first: [] },
          },
        ],
        ...{ more_functions: 0, deleted_lines: 1, added_lines: 1 },
        risk: {
          level: 'low',
          reasons: [
            'signatures stay, the tests pass, and at most 1 function calls what is changed',
          ],
        },
      },
    });
    // The tree itself is as it was.
    expect(readFileSync(join(root, 'greet.c'), 'utf8')).toBe(GREET);
  });

  test('what does not build, fails a test or hides the finding goes back to the agent', async () => {
    const broken = '    snprintf(text, sizeof txt, "%s", name);\n';
    const silent = '    text[0] = 0;\n';
    const { plan, said } = await drafted(PROJECT, [
      ...[edit('greet.c', STRCPY, broken), answer(true, 'done')],
      ...[edit('greet.c', broken, silent), answer(true, 'done')],
      ...[edit('greet.c', silent, MENDED), answer(true, 'the copy is bounded')],
    ]);
    expect(said[2]).toContain('make exited with status 2');
    expect(said[2]).toContain('undeclared (first use');
    expect(said[4]).toContain('make test exited with status 2');
    expect(plan).toMatchObject({ kind: 'fixed', tested: { state: 'passed' } });
  });

  test('a new warning of the compiler goes back to the agent', async () => {
    const careless = '    int left;\n    snprintf(text, sizeof text, "%s", name);\n';
    // The build of the project itself does not warn.
    const files = { ...PROJECT, Makefile: PROJECT.Makefile.replace('-Wall -Werror ', '') };
    const { plan, said } = await drafted(files, [
      ...[edit('greet.c', STRCPY, careless), answer(true, 'done')],
      ...[edit('greet.c', careless, MENDED), answer(true, 'the copy is bounded')],
    ]);
    expect(said[2]).toContain('the compiler warns anew: greet.c:8: unused variable');
    expect(plan).toMatchObject({ kind: 'fixed', linted: { state: 'passed' } });
  });

  test('nothing comes of changes that leave the finding', async () => {
    const other = '    strcpy(text, (const char *)name);\n';
    const { plan, said } = await drafted(PROJECT, [
      ...[answer(true, 'nothing done'), edit('greet.c', STRCPY, other), answer(true, 'cast')],
      ...[edit('greet.c', '    puts(text);\n', '    puts(text); /* safe */\n'), answer(true, 'x')],
    ]);
    expect(said[1]).toContain('Nothing was changed.');
    expect(plan).toMatchObject({ kind: 'none' });
    expect(JSON.stringify(plan)).toContain('the scan still reports unsafe_api (greet.c:8)');
  });

  test('only files on the way of the finding can be edited', async () => {
    const { plan, said } = await drafted(PROJECT, [
      ...[
        edit('.github/workflows/ci.yml', 'on: push', 'on: issues'),
        edit('Makefile', '-Wall', ''),
      ],
      ...[edit('../x', 'a', 'b'), answer(false, 'it cannot be mended')],
    ]);
    expect(said.slice(1)).toEqual([
      expect.stringContaining('.github/workflows/ci.yml may not be written here'),
      expect.stringContaining('Makefile may not be written here'),
      expect.stringContaining('leads upwards'),
    ]);
    expect(plan).toEqual({ kind: 'none', reason: 'it cannot be mended' });
  });

  test('a project that does not build anyway: the change says that nobody knows', async () => {
    const files = { ...PROJECT, Makefile: 'all:\n\t$(CC) -o x no-such-file.c\n' };
    const replies = [edit('greet.c', STRCPY, MENDED), answer(true, 'bounded')];
    const { plan } = await drafted(files, replies);
    expect(plan).toMatchObject({
      kind: 'fixed',
      built: { state: 'not run', detail: expect.stringContaining('without the change, too') },
      tested: { state: 'not run' },
    });
  });
});

describe('without a sandbox', () => {
  test('nothing is built, and the change says so', async () => {
    const replies = [edit('greet.c', STRCPY, MENDED), answer(true, 'bounded')];
    const { plan } = await drafted(PROJECT, replies, new NoSandbox(['none here']));
    expect(plan).toMatchObject({
      kind: 'fixed',
      built: { state: 'not run', detail: expect.stringContaining('there is no sandbox') },
      tested: { state: 'not run' },
    });
  });
});
