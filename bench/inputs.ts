import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { lowerUnit } from '../src/code/c/unit.ts';
import { loadGrammars } from '../src/code/syntax/grammar.ts';
import { type Feedback, openInputs } from '../src/equivalence/inputs/input-source.ts';
import { type Constants, constantsOf } from '../src/equivalence/inputs/values/constants.ts';
import { type Random, seededRandom } from '../src/equivalence/inputs/values/random.ts';

/*
 * How many inputs it takes to reach every branch of small parsers: `npm run bench:inputs`. Bytes
 * drawn at random, the inputs that depend on no result, and those that learn from coverage.
 */

const FOLDER = join(import.meta.dirname, 'inputs');
const TARGETS = [
  'request',
  'machine',
  'block',
  'date',
  'varint',
  'number',
  'utf8',
  'brackets',
  'triangle',
  'sorted',
] as const;
/** After each of these many inputs it is told what was seen. */
const ROUNDS = [600, ...Array<number>(19).fill(500)];
const SEEDS = [1, 2, 3];

type Way = 'random' | 'fresh' | 'guided';

/** A function, compiled to count its edges. */
class Target {
  private readonly input: Writable;
  private readonly output: Readable;

  constructor(program: string) {
    const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.input = child.stdin;
    this.output = child.stdout;
  }

  /** For each input, how many edges no earlier one reached, and took as often. */
  async run(inputs: readonly Uint8Array[]): Promise<readonly { edges: number; counts: number }[]> {
    const parts = inputs.flatMap((bytes) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    });
    this.input.write(Buffer.concat(parts));
    let answer = Buffer.alloc(0);
    for await (const chunk of this.output.iterator({ destroyOnReturn: false })) {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length >= 4 * inputs.length) break;
    }
    return inputs.map((_, at) => ({
      edges: answer.readUInt16LE(4 * at),
      counts: answer.readUInt16LE(4 * at + 2),
    }));
  }

  close(): void {
    this.input.end();
  }
}

function randomBytes(random: Random): Uint8Array {
  const length = random.between(0, random.pick([8, 16, 64, 300]));
  return Uint8Array.from({ length }, () => random.below(256));
}

/** When the last new edge was reached, and how many there were. */
async function reach(program: string, way: Way, seed: number, constants: Constants) {
  const target = new Target(program);
  const random = seededRandom(seed);
  const bytes = { kind: 'list', of: { kind: 'integer', bits: 8, signed: false } } as const;
  const calls = [{ name: 'f', inputs: [{ name: 's', shape: bytes }] }];
  const source = openInputs({ calls, constants, seed });
  const found: number[] = [];
  let made = 0;
  for (const count of ROUNDS) {
    const cases =
      way === 'random'
        ? Array.from({ length: count }, () => ({
            steps: [{ call: 0, inputs: [randomBytes(random)], handles: [] }],
          }))
        : source.next(count);
    const inputs = cases.map(({ steps: [step] }) => {
      const value = step?.inputs[0];
      if (!(value instanceof Uint8Array)) throw new Error('an input is no bytes');
      return value;
    });
    const fresh = await target.run(inputs);
    for (const [at, { edges }] of fresh.entries())
      for (let edge = 0; edge < edges; edge += 1) found.push(made + at + 1);
    if (way === 'guided')
      source.learn(
        cases.map(
          (each, at): Feedback => ({ case: each, reached: fresh[at]?.counts ? [made + at] : [] }),
        ),
      );
    made += count;
  }
  target.close();
  return found;
}

const work = mkdtempSync(join(tmpdir(), 'rustward-bench-'));
const grammars = loadGrammars();
const text = readFileSync(join(FOLDER, 'targets.c'), 'utf8');
const unit = lowerUnit(await grammars.tree('c', text), 'c', await grammars.parser('c'));
const total = ROUNDS.reduce((sum, count) => sum + count, 0);
console.log(
  `edges reached after ${total} inputs, and inputs until the last of them (median of ${SEEDS.length} seeds)`,
);
const sums = new Map<Way, number>();
let edgesOfAll = 0;
for (const name of TARGETS) {
  const program = join(work, name);
  const objects = join(work, `${name}.o`);
  execFileSync('clang', [
    '-O0',
    '-fno-builtin',
    '-fsanitize-coverage=trace-pc-guard',
    '-c',
    join(FOLDER, 'targets.c'),
    '-o',
    objects,
  ]);
  execFileSync('clang', [
    '-O1',
    `-DTARGET=${name}`,
    join(FOLDER, 'driver.c'),
    objects,
    '-o',
    program,
  ]);
  const constants = constantsOf(unit, name);
  const results = new Map<Way, (readonly number[])[]>();
  for (const way of ['random', 'fresh', 'guided'] as const) {
    const runs: (readonly number[])[] = [];
    for (const seed of SEEDS) runs.push(await reach(program, way, seed, constants));
    results.set(way, runs);
  }
  const most = Math.max(...[...results.values()].flat().map((found) => found.length));
  edgesOfAll += most;
  const cells = [...results].map(([way, runs]) => {
    const edges = runs.reduce((sum, { length }) => sum + length, 0) / runs.length;
    sums.set(way, (sums.get(way) ?? 0) + edges);
    const last = runs
      .map((found) => (found.length < most ? Infinity : (found.at(-1) ?? 0)))
      .sort((a, b) => a - b);
    const middle = last[last.length >> 1] ?? 0;
    return `${way} ${edges.toFixed(1)}/${most} ${Number.isFinite(middle) ? middle : '-'}`.padEnd(
      24,
    );
  });
  console.log(`${name.padEnd(10)} ${cells.join('  ')}`);
}
for (const [way, sum] of sums)
  console.log(`${way.padEnd(8)} ${((100 * sum) / edgesOfAll).toFixed(1)} % of ${edgesOfAll} edges`);
rmSync(work, { recursive: true });
