import type { Reproduction } from '../candidates/reproduction.ts';
import {
  type BuildPlan,
  buildCommands,
  kitFiles,
  quotedWord,
  UNDEFINED_OPTIONS,
  undefinedText,
} from './build-driver.ts';
import { PROGRAM } from './driver.ts';
import type { SanitizerReport } from './sanitizer-report.ts';

/** What stands for the folder with the sources in the words of a command. */
const SOURCES = '@SOURCES@';

const MAX_REPORT = 6000;

/**
 * All that a person needs to run it again.
 * @param id of the finding
 */
export function reproductionOf(
  id: string,
  plan: BuildPlan,
  report: SanitizerReport,
  undefinedSymbols: readonly string[],
  writtenBy: 'model' | 'machine' = 'model',
): Reproduction {
  const files = [
    { path: 'run.sh', text: runScript(plan, undefinedSymbols.length > 0, writtenBy) },
    ...[...kitFiles(plan)].map(([path, text]) => ({ path: `kit/${path}`, text })),
    ...(undefinedSymbols.length === 0
      ? []
      : [{ path: 'kit/undefined.s', text: undefinedText(undefinedSymbols) }]),
  ];
  return {
    outcome: 'reproduced',
    ...(writtenBy === 'machine' ? { written_by: writtenBy } : {}),
    command: `sh reproduce-${id}.sh CHECKOUT`,
    driver: plan.driver.driver,
    unit: plan.driver.unit,
    input: plan.driver.input.replaceAll(/\s/g, ''),
    report: reportText(report, writtenBy).slice(0, MAX_REPORT),
    files: files.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

/** Where memory lies differs from run to run; what a machine has written and run is the same each time. */
function reportText({ text }: SanitizerReport, writtenBy: 'model' | 'machine'): string {
  const said = text.replaceAll(/ \(BuildId: \w+\)/g, '');
  return writtenBy === 'machine' ? said.replaceAll(/\b0x[0-9a-f]{8,}\b/g, '0x…') : said;
}

/** Builds the driver with the sources of a checkout and runs it, as the sandbox did. */
function runScript(plan: BuildPlan, hasUndefined: boolean, writtenBy: 'model' | 'machine'): string {
  const commands = buildCommands(plan, 'clang', SOURCES);
  const link = commands.pop() ?? [];
  const all = [...commands, hasUndefined ? [...link, ...UNDEFINED_OPTIONS] : link];
  const option = plan.sanitizer === 'memory' ? 'MSAN_OPTIONS' : 'ASAN_OPTIONS';
  return [
    '#!/bin/sh',
    '# Builds the driver in this folder with the sources of a checkout, and runs it.',
    writtenBy === 'machine'
      ? '# Rustward has generated kit/driver, without a model.'
      : '# A model has written kit/driver: read it first.',
    '# Usage: sh run.sh CHECKOUT',
    'set -eu',
    '[ $# -eq 1 ] || { echo "usage: sh run.sh CHECKOUT" >&2; exit 2; }',
    'sources=$(cd "$1" && pwd)',
    'cd "$(dirname "$0")"',
    'mkdir -p out',
    ...all.map((words) => words.map(scriptWord).join(' ')),
    `${option}=handle_abort=1:detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \\`,
    `  exec out/${PROGRAM} input`,
    '',
  ].join('\n');
}

function scriptWord(word: string): string {
  if (!word.includes(SOURCES)) return quotedWord(word);
  return word
    .split(SOURCES)
    .map((part) => (part === '' ? '' : quotedWord(part)))
    .join('"$sources"');
}
