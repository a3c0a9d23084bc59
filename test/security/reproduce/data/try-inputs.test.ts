import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadGrammars } from '../../../../src/code/syntax/grammar.ts';
import { findClang } from '../../../../src/migration/scan/clang-program.ts';
import {
  type TriedOutcome,
  tryInputs,
} from '../../../../src/security/reproduce/data/try-inputs.ts';
import { Reproducer } from '../../../../src/security/reproduce/reproducer.ts';
import { LoweredFiles } from '../../../../src/security/scan/lowered-files.ts';
import { openSandbox } from '../../../../src/workspace/sandbox/open-sandbox.ts';
import type { Sandbox } from '../../../../src/workspace/sandbox/sandbox.ts';
import { findProgram } from '../../../../src/workspace/toolchain/find-program.ts';
import { changedRepository } from '../../../support/changed-repository.ts';

const UNIT = 'src/unit.c';
const HEADER = '#include <stddef.h>\n#include <string.h>\n';
const grammars = loadGrammars();
const opened: Reproducer[] = [];
let sandbox: Sandbox;
let clang: Awaited<ReturnType<typeof findClang>>;

beforeAll(async () => {
  sandbox = await openSandbox(process.env);
  clang = await findClang();
});

afterAll(async () => {
  for (const reproducer of opened) await reproducer.close();
});

interface Change {
  /** The code of the base; what stands between comments with `<` and `>` is not in the head. */
  readonly code: string;
  /** Where it is another one. */
  readonly head?: string;
  readonly cited: string;
  readonly cwe?: readonly number[];
  readonly more?: Readonly<Record<string, string>>;
}

/** Takes a check away, and tries to show what that brings about. */
async function tried({
  code,
  head: headCode = code,
  cited,
  cwe = [125],
  more = {},
}: Change): Promise<TriedOutcome> {
  const base = HEADER + code;
  const head = HEADER + headCode.replace(/\/\*<\*\/[\s\S]*?\/\*>\*\//g, '');
  const { root, commit } = changedRepository({ [UNIT]: base, ...more }, { [UNIT]: head });
  const symbolizer = findProgram('llvm-symbolizer');
  const tools = { clang: clang.program, symbolizer, folders: clang.tools };
  const reproducer = new Reproducer({ root, base: commit, tools, sandbox });
  opened.push(reproducer);
  const files = new LoweredFiles({ root }, grammars);
  const defect = { cwe, place: { file: UNIT, function: cited, line: 1 }, path: [] };
  return await tryInputs([{ id: 'C123456', defect }], reproducer, {
    unit: (file) => files.unit(file),
    definedIn: (name) => Object.keys(more).find((file) => more[file]?.includes(`${name}(`)),
  });
}

const reproduced = {
  kind: 'tried',
  reproductions: [expect.objectContaining({ outcome: 'reproduced', written_by: 'machine' })],
};

describe('a function that callers give data alone', () => {
  test('is reproduced where its length is no longer looked at', async () => {
    const code = `
int first_of(const unsigned char *bytes, size_t size)
{
    /*<*/if (size < 8) return -1;/*>*/
    return bytes[0] == 'R' && bytes[3] == 7 ? bytes[7] : 0;
}`;
    const outcome = await tried({ code, cited: 'first_of' });
    expect(outcome).toEqual(reproduced);
  });

  test('is reproduced through the text that leads to it', async () => {
    const code = `
static int copy_port(const char *text)
{
    char port[6];
    size_t n = 0;
    while (text[n] >= '0' && text[n] <= '9'/*<*/ && n < sizeof port - 1/*>*/) {
        port[n] = text[n];
        n++;
    }
    port[n < 6 ? n : 5] = 0;
    return port[0];
}
int parse_host(const char *text)
{
    const char *colon = strchr(text, ':');
    if (strncmp(text, "host=", 5) != 0 || colon == NULL) return -1;
    return copy_port(colon + 1);
}`;
    const outcome = await tried({ code, cited: 'copy_port', cwe: [121, 787] });
    expect(outcome).toEqual(reproduced);
  });
});

test('what a run reaches in another source is built with it', async () => {
  const code = `
unsigned limit_of(unsigned char kind);
int sum(const unsigned char *p, const unsigned char *end)
{
    int all = 0;
    for (unsigned n = limit_of(p < end ? *p : 0); n > 0/*<*/ && p < end/*>*/; n--) all += *p++;
    return all;
}`;
  const more = { 'src/limit.c': 'unsigned limit_of(unsigned char kind) { return kind; }\n' };
  const outcome = await tried({ code, cited: 'sum', more });
  expect(outcome).toEqual(reproduced);
  if (outcome.kind !== 'tried') throw new Error(outcome.why);
  expect(JSON.stringify(outcome.reproductions)).toContain('src/limit.c');
});

test('a function that the base does not have is not tried', async () => {
  const code = 'int get(const char *p, int size) { return p[size]; }';
  const base = code.replace('int get', 'int old');
  expect(await tried({ code: base, head: code, cited: 'get' })).toEqual({
    kind: 'unsuitable',
    why: 'the base has no get',
  });
});

describe('what no caller gives is not tried', () => {
  const INNER = `
static int pick(const unsigned char *bytes, size_t size, unsigned at)
{
    /*<*/if (at >= 8) return -1;/*>*/
    static const unsigned char table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    return size == 0 ? 0 : table[at];
}`;
  test('where the only caller checks it', async () => {
    const code = `${INNER}
int look_up(unsigned at)
{
    static const unsigned char bytes[1] = {1};
    if (at > 7) return -1;
    return pick(bytes, 1, at);
}`;
    const outcome = await tried({ code, cited: 'pick' });
    expect(outcome).not.toEqual(reproduced);
  });

  test('and it is where a caller gives it', async () => {
    const code = `${INNER}
int look_up(unsigned at)
{
    static const unsigned char bytes[1] = {1};
    if (at > 8) return -1;
    return pick(bytes, 1, at);
}`;
    expect(await tried({ code, cited: 'pick' })).toEqual(reproduced);
  });
});
