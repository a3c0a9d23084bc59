import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { parseToolServer } from '../../../src/agent/tools/parse-tool-server.ts';
import { billedModel } from '../../support/billed-model.ts';
import { readers } from '../../support/readers.ts';
import { servedReview } from '../../support/served-review.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../support/tool-server-program.ts', import.meta.url));
const SERVER = `${process.execPath} --disable-warning=ExperimentalWarning ${PROGRAM}`;

test('an analyst calls a tool of another program, and what that says is data', async () => {
  const calls = [{ name: 'notes__echo', arguments: { text: 'nobody calls it' } }];
  const server = await billedModel({ isRisk: () => false }, ({ role, turn }) =>
    role === 'analyst' && turn === 0 ? { kind: 'answer', calls } : undefined,
  );
  const review = servedReview(temporaryFolder({ 'a.c': readers(1) }), server);
  const log = join(temporaryFolder(), 'run.log');
  const options = [
    '--tool-server',
    `notes:read=${SERVER} good`,
    '--tool-server',
    `bad=${SERVER} dead`,
  ];
  const { stderr, report } = await review.run('--no-state', '--log-file', log, ...options);
  expect(report.candidates[0]?.examination?.kind).toBe('refuted');
  expect(readFileSync(log, 'utf8')).toMatch(/"tool":"notes__echo","ok":true/);
  const said = server.requests.flatMap(({ messages }) => messages.map(({ content }) => content));
  expect(said).toContainEqual(
    expect.stringMatching(/is="result of notes__echo">\nnobody calls it\n<\/data-/),
  );
  expect(stderr).toMatch(/warning: the tool server bad offers no tools: it has ended/);
  expect(stderr).toMatch(/warning: tool "no name" of notes: no name that a model may call/);
});

test('the option is a name, a permission, and a program with its arguments', () => {
  expect(parseToolServer('notes=/bin/x  -a b')).toEqual([
    { name: 'notes', permission: 'run', command: ['/bin/x', '-a', 'b'] },
  ]);
  expect(parseToolServer('n2:read=x')[0]).toMatchObject({ name: 'n2', permission: 'read' });
  const one = parseToolServer('notes=x');
  for (const wrong of ['notes', '=x', 'notes=', 'notes= ', 'Notes=x', 'notes:write=x', 'a__b=x']) {
    expect(() => parseToolServer(wrong)).toThrow('Expected a name in lower case and a command');
  }
  expect(() => parseToolServer('notes=y', one)).toThrow('There is a tool server notes already.');
});
