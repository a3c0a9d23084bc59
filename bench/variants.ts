/**
 * Whether what the scan finds depends on how code is written:
 * `npm run bench:variants [-- --rule REGEX --only a,b --seed N --half tuned|held --json --show]`.
 * Each bad and good example of the rules for C is written otherwise by transformations that keep its meaning
 * (bench/variants/transformations.ts), each variant compiles, and the rules read it. A bad variant is kept where the
 * defect is found at the corresponding line as surely as in the example; a finding in a good variant is an alarm.
 * `--half` takes half of the rules, drawn by name: what is tuned on one half is to hold on the other, which is not
 * shown. Needs clang; exits with 3 where it is missing.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadGrammars } from '../src/code/syntax/grammar.ts';
import { C_RULES } from '../src/rules/c-rules.ts';
import { Compiler } from './variants/compiler.ts';
import { alarms, hitsIn, isExample, seenAs } from './variants/judge.ts';
import { readProgram, withClosedComments } from './variants/program.ts';
import { Counts, table } from './variants/table.ts';
import { TRANSFORMATIONS } from './variants/transformations.ts';
import { hashOf, variantsOf } from './variants/variants-of.ts';

const { values } = parseArgs({
  options: {
    rule: { type: 'string', default: '' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    half: { type: 'string' },
    json: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const only = values.only?.split(',') ?? Object.keys(TRANSFORMATIONS);
const unknown = only.filter((name) => TRANSFORMATIONS[name] === undefined);
if (!Number.isInteger(seed) || unknown.length > 0 || !/^(?:tuned|held|)$/.test(values.half ?? '')) {
  process.stderr.write(
    `usage: npm run bench:variants [-- --rule REGEX --only a,b --seed N --half tuned|held --json --show]\n` +
      `transformations: ${Object.keys(TRANSFORMATIONS).join(', ')}\n`,
  );
  process.exit(2);
}
if (spawnSync('clang', ['--version']).status !== 0) {
  process.stderr.write('bench:variants: clang is missing; install it: apt-get install clang\n');
  process.exit(3);
}

const parser = await loadGrammars().parser('c');
const compiler = new Compiler(
  join(import.meta.dirname, '../node_modules/.cache/rustward-variants.json'),
);
const counts = new Counts();
let leftOut = 0;
for (const rule of C_RULES) {
  // One half is for work on the rules, the other tells whether that was general.
  const half = hashOf(`rule ${rule.id}`) & 4 ? 'tuned' : 'held';
  if (!rule.languages.includes('c') || !new RegExp(values.rule).test(rule.id)) continue;
  if (values.half !== undefined && values.half !== half) continue;
  const examples = [
    ...rule.examples.bad.map((text) => ({ text, isBad: true })),
    ...rule.examples.good.map((text) => ({ text, isBad: false })),
  ];
  for (const { text: example, isBad } of examples) {
    const text = withClosedComments(example, parser);
    const hits = hitsIn(text, parser);
    const program = readProgram(text, parser);
    if (program === undefined || (isBad && !isExample(rule, text, hits))) {
      leftOut += 1;
      continue;
    }
    const before = isBad ? seenAs(rule, text, hits) : undefined;
    for (const variant of variantsOf(program, only, seed, compiler)) {
      const count = counts.of(rule.id, variant.transformation);
      const now = hitsIn(variant.text, parser);
      if (before !== undefined) {
        const seen = seenAs(rule, variant.text, now);
        const isKept = seen === 'finding' || seen === before;
        count.tried += 1;
        if (isKept) count.kept += 1;
        else show(`${rule.id} ${variant.transformation}: ${before}, now ${seen}`, variant.text);
      } else {
        const [alarm] = alarms(now);
        count.good += 1;
        if (alarm === undefined) continue;
        count.alarms += 1;
        const where = `line ${alarm.location.line}: ${alarm.message}`;
        show(
          `${rule.id} ${variant.transformation}: alarm of ${alarm.rule}, ${where}`,
          variant.text,
        );
      }
    }
  }
}
compiler.keep();
const list = counts.list();
process.stdout.write(
  values.json
    ? `${JSON.stringify({ seed, leftOut, counts: list }, null, 2)}\n`
    : `${table(list)}${leftOut} examples left out: they do not compile alone\n`,
);

function show(what: string, text: string): void {
  if (values.show) process.stderr.write(`=== ${what}\n${text}\n`);
}
