import { relative } from 'node:path';
import { isToMigrate } from '../../migration/artifacts/program-main.ts';
import { problemLines, shortList } from '../../migration/scan/problem-lines.ts';
import { MAX_ROOT_GRAPHS, type ScannedProject } from '../../migration/scan/scan-project.ts';

/** What `rustward migrate scan` says on standard output: a table, and what it means. */
export function scanText(scan: ScannedProject): string {
  const { symbols, steps, roots, folder, undrawn } = scan;
  const byFile = Map.groupBy(symbols, ({ file }) => file);
  const rows = [...byFile].map(([file, found]) => row(file, found));
  const cycles = steps.filter(({ items }) => items.length > 1);
  const lines = [
    ...table([
      ['file', 'functions', 'types', 'calls through pointers'],
      ...rows,
      row('total', symbols),
    ]),
    '',
    `${count(steps.length, 'step')} in the order of translation, callees first`,
    ...cycles.map(({ items }) => `  one step, since they call one another: ${names(items)}`),
    `${count(roots.length, 'root')}, which nothing calls: ${names(roots)}`,
    ...programLines(symbols),
    ...(roots.length > MAX_ROOT_GRAPHS
      ? [`a call graph is written for the ${MAX_ROOT_GRAPHS} roots that reach most`]
      : []),
    ...undrawn.map(
      (name) => `the call graph ${name} is too large for a picture; see its .dot file`,
    ),
    `written to ${relative(process.cwd(), folder) || folder}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** What a scan could not do, one line each, for standard error. */
export function scanProblems({ problems, refusedFlags, leftOut }: ScannedProject): string[] {
  return [
    ...problemLines(problems),
    ...refusedFlags.map(({ file, flags }) => `${file}: not given to clang: ${flags.join(' ')}`),
    ...(leftOut.length === 0 ? [] : [`C++ is not migrated: ${shortList(leftOut)}`]),
  ];
}

type Symbols = ScannedProject['symbols'];

/** Which files hold a program, and which of these are no programs of the project. */
function programLines(symbols: Symbols): string[] {
  const mains = symbols.filter(({ category, name }) => category === 'function' && name === 'main');
  const [own, others] = [mains.filter(isToMigrate), mains.filter((one) => !isToMigrate(one))];
  const filesOf = (all: Symbols) => shortList(all.map(({ file }) => file));
  return [
    ...(own.length === 0 ? [] : [`${count(own.length, 'program')}, by main: ${filesOf(own)}`]),
    ...(others.length === 0 ? [] : [`main of tests and examples stays C: ${filesOf(others)}`]),
  ];
}

function row(file: string, symbols: Symbols): string[] {
  const functions = symbols.filter((symbol) => symbol.category === 'function');
  const unresolved = functions.filter(({ ref }) => ref.unresolved_calls);
  const counts = [functions.length, symbols.length - functions.length, unresolved.length];
  return [file, ...counts.map(String)];
}

/** Names to the left, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** With the file where several have one name. */
function names(items: readonly { readonly name: string; readonly file: string }[]): string {
  const alike = Map.groupBy(items, ({ name }) => name);
  return shortList(
    items.map(({ name, file }) =>
      (alike.get(name)?.length ?? 0) > 1 ? `${name} (${file})` : name,
    ),
  );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
