/**
 * Which branches of a tree the engine never takes: `npm run bench:branches -- FOLDER [--only REGEX]
 * [--minutes N] [--sample N --seed S]`. Code behind them is not examined, so that each is either a truth about the
 * program or a false "clean". Prints each with its place and condition, to be read beside the source, and how many
 * of all branches they are. Tests and examples are left out unless `--only` names them.
 */
import { parseArgs } from 'node:util';
import type { LoweredFunction, Terminator } from '../src/code/c/ir/ast.ts';
import { expressionText } from '../src/code/c/ir/expression-text.ts';
import { lowerUnit, type TranslationUnit } from '../src/code/c/unit.ts';
import { analyseUnit, surveyUnit } from '../src/code/flow/project/analyse-unit.ts';
import { NO_PROJECT, type ProjectKnowledge } from '../src/code/flow/project/project-knowledge.ts';
import { loadGrammars } from '../src/code/syntax/grammar.ts';
import { isHeaderPath, languageOfScanned } from '../src/code/syntax/language.ts';
import { readUnitText } from '../src/security/scan/build/read-unit-text.ts';
import { surveyedFunctions } from '../src/security/scan/function-outlines.ts';
import { newStateOf } from '../src/security/scan/scan-rounds.ts';
import { type SurveyedFile, surveyedFile } from '../src/security/scan/surveyed-file.ts';
import { findSourceFiles } from '../src/workspace/files/source-files.ts';
import { readSourceText, TEXT_LIMITS } from '../src/workspace/files/source-text.ts';
import { sample } from './sample.ts';

const MAX_CONDITION = 100;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    minutes: { type: 'string', default: '20' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const [root = '.'] = positionals;
const only = values.only === undefined ? undefined : new RegExp(values.only);
const grammars = loadGrammars();
const paths = findSourceFiles(root, {}).files.map(({ path }) => path);

/** A translation unit, with the headers that it includes; undefined for what is neither C nor C++. */
async function unitOf(path: string, project: ProjectKnowledge) {
  const source = readSourceText(root, path, TEXT_LIMITS);
  if ('skip' in source) return undefined;
  const language = languageOfScanned(path, source.text);
  if (language !== 'c' && language !== 'cpp') return undefined;
  const parser = await grammars.parser(language);
  const { text, symbols, built, included } = readUnitText(path, source.text, project, undefined);
  const tree = await grammars.tree(language, text);
  return { unit: lowerUnit(tree, language, parser, symbols, built), included };
}

async function survey(of: readonly string[], project: ProjectKnowledge): Promise<ProjectKnowledge> {
  const surveyed: SurveyedFile[] = [];
  for (const path of of) {
    const read = await unitOf(path, project);
    if (read === undefined) continue;
    const { unit, included } = read;
    const file = surveyUnit(unit, path, project, included);
    surveyed.push(surveyedFile(file, surveyedFunctions(unit)));
  }
  return newStateOf(surveyed).knowledge;
}

/** A side of a branch that is never taken, as a line of the report. */
interface NeverTaken {
  readonly text: string;
}

/** The blocks that a terminator leads to, each with how its condition comes out. */
function sidesOf(end: Terminator): readonly (readonly [number, string])[] {
  if (end.kind === 'branch')
    return [
      [end.then, 'is never true'],
      [end.otherwise, 'is never false'],
    ];
  if (end.kind !== 'switch') return [];
  const cases = end.cases.map(({ to }) => [to, 'never gets to a case of'] as const);
  return [...cases, [end.otherwise, 'never gets to the default of']];
}

function neverTaken(
  path: string,
  { tree }: TranslationUnit,
  { name, blocks }: LoweredFunction,
  reached: ReadonlySet<number>,
): { readonly sides: number; readonly never: readonly NeverTaken[] } {
  const never: NeverTaken[] = [];
  let sides = 0;
  for (const [id, { end }] of blocks.entries()) {
    if (!reached.has(id) || (end.kind !== 'branch' && end.kind !== 'switch')) continue;
    const condition = end.kind === 'branch' ? end.condition : end.value;
    // What the code writes as a constant is meant.
    if (condition.kind === 'number') continue;
    for (const [to, outcome] of sidesOf(end)) {
      sides += 1;
      if (reached.has(to)) continue;
      const shown = expressionText(condition).slice(0, MAX_CONDITION);
      never.push({
        text: `${path}:${tree.location(condition).line} ${name}: ${shown} ${outcome}`,
      });
    }
  }
  return { sides, never };
}

const headers = paths.filter(isHeaderPath);
const knowledge = await survey(paths, await survey(headers, await survey(headers, NO_PROJECT)));
const until = performance.now() + Number(values.minutes) * 60_000;
const found: NeverTaken[] = [];
let sides = 0;
let files = 0;
for (const path of paths) {
  if (isHeaderPath(path) || performance.now() > until) continue;
  if (!(only?.test(path) ?? !/(?:^|[/_-])(?:tests?|examples?|fuzz\w*)[/_.-]/.test(path))) continue;
  const read = await unitOf(path, knowledge);
  if (read === undefined) continue;
  files += 1;
  analyseUnit(
    read.unit,
    path,
    {
      leave(fn, reached) {
        const one = neverTaken(path, read.unit, fn, reached);
        sides += one.sides;
        found.push(...one.never);
      },
    },
    knowledge,
  );
}
const size = values.sample === undefined ? found.length : Number(values.sample);
for (const { text } of sample(found, size, Number(values.seed), (each) => each.text))
  console.log(text);
console.log(`${files} files: ${found.length} of ${sides} sides of branches are never taken`);
