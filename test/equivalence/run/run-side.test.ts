import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { ByteReader } from '../../../src/equivalence/cases/encode.ts';
import {
  decodeResult,
  encodeCases,
  parseResults,
} from '../../../src/equivalence/run/driver-files.ts';
import { runSide, runSideWithEach } from '../../../src/equivalence/run/run-side.ts';
import { findSandbox } from '../../../src/workspace/sandbox/find-sandbox.ts';
import { inSandbox } from '../../support/bubblewrap.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NO_RESULT = 'what it wrote is no result of this case';

test('results are read as far as they are whole, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(8), (bytes, count) => {
      const results = parseResults(Buffer.from(bytes), count);
      const whole = results.filter(({ bytes: of }) => of.toString() !== NO_RESULT);
      const read = whole.reduce((sum, result) => sum + 10 + result.bytes.length, 0);
      expect(results.length).toBeLessThanOrEqual(count);
      expect(read).toBeLessThanOrEqual(bytes.length);
    }),
  );
});

test('a result that was cut off is left out', () => {
  const whole = Buffer.from([1, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0x61, 0x62, 0x63]);
  const [result] = parseResults(whole, 5);
  expect(result).toEqual({ kind: 'stopped', step: 2, bytes: Buffer.from('abc'), isNew: false });
  expect(parseResults(whole.subarray(0, 12), 5)).toEqual([]);
});

test('what no driver writes stops the case', () => {
  const forged = Buffer.from([7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(parseResults(forged, 5)).toEqual([
    { kind: 'stopped', step: 0, bytes: Buffer.from(NO_RESULT), isNew: false },
  ]);
});

test('a result that is too short or too long for its case stopped', () => {
  const calls = [
    { inputs: [], outputs: [{ name: 'x', shape: { kind: 'boolean' } as const }], handles: 0 },
  ];
  const one = { steps: [{ call: 0, inputs: [], handles: [] }] };
  const read = (bytes: readonly number[]) =>
    decodeResult(
      { kind: 'returned', step: 0, bytes: Buffer.from(bytes), isNew: false },
      one,
      calls,
    );
  expect(read([1])).toEqual({ kind: 'returned', steps: [[true]] });
  const forged = { kind: 'stopped', step: 0, message: NO_RESULT };
  expect([read([]), read([1, 1])]).toEqual([forged, forged]);
});

test('a call that ended the process has a status, and leaves what outlives it', () => {
  const boolean = { kind: 'boolean' } as const;
  const outputs = [
    { name: 'x', shape: boolean },
    { name: 'printed', shape: boolean, outlivesProcess: true },
  ];
  const calls = [{ inputs: [], outputs, handles: 0 }];
  const step = { call: 0, inputs: [], handles: [] };
  const read = (step_: number, bytes: readonly number[]) =>
    decodeResult(
      { kind: 'ended', step: step_, bytes: Buffer.from(bytes), isNew: false },
      { steps: [step, step] },
      calls,
    );
  expect(read(1, [1, 0, 3, 0, 0, 0, 1])).toEqual({
    ...{ kind: 'ended', step: 1, status: 3, steps: [[true, false]], left: [true] },
  });
  expect(read(0, [3, 0, 0, 0, 1])).toMatchObject({ kind: 'ended', steps: [] });
  const forged = [read(0, [3, 0, 0, 0]), read(2, [1, 0, 1, 0, 3, 0, 0, 0, 1]), read(0, [])];
  expect(forged.map(({ kind }) => kind)).toEqual(['stopped', 'stopped', 'stopped']);
});

test('a case is its length, its steps, and for each the call, its objects and its inputs', () => {
  const calls = [
    { inputs: [{ name: 'x', shape: { kind: 'boolean' } as const }], outputs: [], handles: 1 },
  ];
  const reader = new ByteReader(
    encodeCases([{ steps: [{ call: 0, inputs: [true], handles: [7] }] }], calls),
  );
  expect([reader.u32(), reader.u32(), reader.u32(), reader.u32(), reader.u8()]).toEqual([
    13, 1, 0, 7, 1,
  ]);
  expect(reader.isAtEnd).toBe(true);
});

inSandbox('a program that ends before its last case', () => {
  const CASES = [1, 2].map(() => ({ steps: [{ call: 0, inputs: [], handles: [] }] }));
  const CALLS = [{ inputs: [], outputs: [], handles: 0 }];
  /** A case that returned, and left nothing. */
  const RETURNED = "printf '\\000\\000\\000\\000\\000\\000\\000\\000\\000\\000' >> results";

  async function made(program: string, script: string) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, program), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, program), 0o755);
    const sandbox = await findSandbox();
    const deps = {
      ...{ sandbox, grammars: loadGrammars(), toolchain: undefined },
      ...{ clang: '/nowhere', cache: folder, seed: 1 },
    };
    return { folder, sandbox, deps };
  }

  async function run(program: string, script: string) {
    const { folder, deps } = await made(program, script);
    return await runSide(program, CASES, CALLS, 10, deps, folder);
  }

  /** With the options `a` and `b`. @returns what each gave, and how many sandboxes that took */
  async function runWithEach(script: string) {
    const { folder, sandbox, deps } = await made('c-coverage', script);
    const started = jest.spyOn(sandbox, 'run');
    const each = [['a'], ['b']];
    const results = await runSideWithEach('c-coverage', CASES, CALLS, 10, deps, folder, each);
    const steps = results.map((of) => of.map(({ kind, step }) => `${kind} ${step}`));
    return { steps, sandboxes: started.mock.calls.length };
  }

  test('and has told of none is an error of the C side, in its own words', async () => {
    await expect(run('c-side', 'echo "no room" >&2; echo more >&2; exit 3')).rejects.toThrow(
      'c-side ended with status 3: no room',
    );
    await expect(run('c-side', 'exit 3')).rejects.toThrow('ended with status 3: it said nothing');
  });

  test('has the results that it wrote', async () => {
    expect(await run('c-side', `${RETURNED}; exit 3`)).toMatchObject([{ kind: 'returned' }]);
  });

  test('runs with each list of options in one sandbox', async () => {
    const script = `case $5 in a) step=1;; b) step=2;; esac
printf "\\000\\000\\00$step\\000\\000\\000\\000\\000\\000\\000" >> $2`;
    expect(await runWithEach(script)).toEqual({
      ...{ steps: [['returned 1'], ['returned 2']], sandboxes: 1 },
    });
  });

  test('runs alone with those of which one does not end well', async () => {
    const script = `[ $5 = b ] || exit 3
printf "\\000\\000\\002\\000\\000\\000\\000\\000\\000\\000" >> $2`;
    await expect(runWithEach(script)).rejects.toThrow('c-coverage ended with status 3');
    const late = `${script.replace('exit 3', ':')}; [ $5 = a ] || exit 3`;
    expect(await runWithEach(late)).toEqual({
      ...{ steps: [['returned 2'], ['returned 2']], sandboxes: 3 },
    });
  });

  test('stops the case of the Rust side that it was at', async () => {
    expect(await run('rust-side', `${RETURNED}; exit 3`)).toMatchObject([
      { kind: 'returned' },
      { kind: 'stopped', bytes: Buffer.from('the process ended with status 3') },
    ]);
    expect(await run('rust-side', 'exit 0')).toMatchObject([
      { kind: 'stopped', bytes: Buffer.from('it ends the process') },
    ]);
  });
});
