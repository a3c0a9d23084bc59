import { type LinkOptions, linkMigratedProject } from '../../entry/migrate/link-project.ts';
import { openUnitCache } from '../../entry/migrate/open-unit-cache.ts';
import type { LinkedFunction, LinkReport } from '../../migration/link/link-report.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { printNote } from '../output/print-note.ts';
import { oneLine } from '../output/terminal-text.ts';
import { withInterrupt } from '../output/with-interrupt.ts';

/**
 * Links what is migrated into the C program, and prints what became of each function.
 * @returns the exit status: 1 when a function breaks the tests
 */
export async function runLink(options: LinkOptions & { readonly json: boolean }): Promise<number> {
  const report = await withInterrupt('interrupted; nothing was changed', (signal) =>
    linkMigratedProject(options, {
      ...{ env: process.env, signal, onProgress: printNote },
      units: openUnitCache(scanRootOf(options.path).root),
    }),
  );
  const lines = options.json ? [JSON.stringify(report)] : linesOf(report).map(oneLine);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return report.passed ? 0 : 1;
}

function linesOf({ functions, original, hybrid, memory, passed }: LinkReport): string[] {
  const width = Math.max(8, ...functions.map(({ name }) => name.length));
  const count = (outcome: LinkedFunction['outcome']) =>
    functions.filter((one) => one.outcome === outcome).length;
  const run = ({ build, test }: LinkReport['original']) =>
    test === undefined ? `the build ${build}` : `the tests ${test === 'passed' ? 'pass' : test}`;
  return [
    `${'function'.padEnd(width)}  outcome    why`,
    ...functions.map((one) =>
      `${one.name.padEnd(width)}  ${one.outcome.padEnd(9)}  ${whyOf(one)}`.trimEnd(),
    ),
    `original: ${run(original)}`,
    `hybrid: ${hybrid === undefined ? 'there is nothing to link' : run(hybrid)}`,
    ...(memory === undefined ? [] : [`with sanitizers: ${memoryText(memory)}`]),
    ...(passed ? [] : ['without the functions that break them, the tests pass']),
    `${count('linked')} linked, ${count('retirable')} retirable, ${count('kept')} kept in C, ${count('breaks')} break the tests`,
  ];
}

function memoryText({ outcome, because }: NonNullable<LinkReport['memory']>): string {
  switch (outcome) {
    case 'clean':
      return 'nothing is reported that is not of the C';
    case 'reports':
      return 'something is reported with functions that break it';
    case 'not checked':
      return `not checked: ${because}`;
  }
}

function whyOf({ outcome, because, called, rust }: LinkedFunction): string {
  if (because !== undefined) return because;
  if (outcome === 'retirable') return 'only Rust calls it: the C function can go';
  return called === true ? `${rust}` : `${rust}; the tests do not call it from C`;
}
