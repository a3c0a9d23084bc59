import { expect, test } from '@jest/globals';
import type { ClangCType } from '../../../src/code/clang/types.ts';
import { loadGrammars } from '../../../src/code/syntax/grammar.ts';
import { callbackAnswer } from '../../../src/equivalence/pairing/callback-answer.ts';
import type { CallbackFacts } from '../../../src/equivalence/pairing/callback-facts.ts';
import { RustCrate } from '../../../src/equivalence/rust-api/rust-crate.ts';

const no = () => false;
const nothing = () => undefined;

/** What a callback `visit` gives back that returns an enum in C, and a `Result` of `Stop` in Rust. */
async function answerOf(constants: Readonly<Record<string, bigint>>) {
  const sources = new Map([['lib.rs', 'pub enum Stop { Full, Closed }\n']]);
  const crate = await RustCrate.parse(sources, loadGrammars());
  const facts: CallbackFacts = {
    ...{ name: 'visit', place: { kind: 'parameter' }, hasContext: true, role: undefined },
    holder: 'reference',
    definitions: {
      ...{ records: new Map(), crate, fields: {}, constants: () => new Map() },
      ...{ isFolder: no, usesField: no, usesRustField: no, isUnused: no },
      ...{ piecesOf: () => [], viewsOfField: () => [], indexes: () => new Set() },
      ...{ allocated: nothing, noneOf: nothing, passedAt: nothing, tables: () => [] },
    },
    pairOf: () => ({ kind: 'boolean' }),
    listPair: () => {
      throw new Error('there is no list');
    },
  };
  const returns: ClangCType = {
    ...{ kind: 'enum', name: 'enum status', bits: 32, signed: false },
    constants: Object.entries(constants).map(([name, value]) => ({ name, value })),
  };
  const error = { kind: 'item', path: 'Stop' } as const;
  const rust = { kind: 'result', ok: { kind: 'unit' }, error } as const;
  return callbackAnswer(
    { kind: 'function', returns, params: [], isVariadic: false },
    rust,
    [],
    facts,
  );
}

test('a callback fails with the constants that are named after errors', async () => {
  const answer = await answerOf({ STATUS_OK: 0n, STATUS_FULL: 3n, STATUS_CLOSED: 4n });
  expect(answer).toEqual({
    kind: 'codes',
    codes: [
      { c: 0n, rust: 'Ok(())' },
      { c: 3n, rust: 'Err(subject::Stop::Full)' },
      { c: 4n, rust: 'Err(subject::Stop::Closed)' },
    ],
  });
});

test('an error that two constants are named after is none that it fails with', async () => {
  const two = { STATUS_OK: 0n, QUEUE_FULL: 3n, DISK_FULL: 5n };
  expect(await answerOf({ ...two, STATUS_CLOSED: 4n })).toMatchObject({
    codes: [{ c: 0n }, { c: 4n, rust: 'Err(subject::Stop::Closed)' }],
  });
  await expect(answerOf(two)).rejects.toThrow('types do not tell what visit returns for each');
});
