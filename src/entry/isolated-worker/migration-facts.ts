import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import { functionIdSchema } from '../../github/commands/function-id.ts';
import type { MigrationFacts } from '../../github/isolated-worker/migration-facts.ts';
import type { CFunctionSymbol } from '../../migration/artifacts/symbol.ts';
import { type CrateFiles, writeCrate } from '../../migration/crate/crate-files.ts';
import { type CrateItem, crateItems, itemChanges } from '../../migration/crate/item-changes.ts';
import { signatureDecisions } from '../../migration/signature/signature-decisions.ts';
import { type MappedSymbol, mappingOf } from '../../migration/state/symbol-map.ts';
import type { MigrationStep } from '../../migration/steps/step.ts';
import type { StepResult } from '../../migration/transpile/run-step.ts';
import type { Costs } from '../costs/costs.ts';
import { scanForCandidates } from '../migrate/scan-crate.ts';

export interface MigratedStep {
  readonly step: MigrationStep;
  readonly result: Extract<StepResult, { kind: 'done' }>;
  readonly before: CrateFiles;
  readonly after: CrateFiles;
  /** The step's part of the map. */
  readonly symbols: readonly MappedSymbol[];
  /** All functions of the project, and what has been migrated of it by now. */
  readonly scanned: readonly CFunctionSymbol[];
  readonly mapped: readonly MappedSymbol[];
  /** Of a file of the C in the repository. */
  readonly pathOf: (file: string) => string;
  readonly warnings: number;
  readonly costs: Costs;
  /** Whether a recording gave the answers. */
  readonly replayed: boolean;
}

const MAX_FACTS = {
  ...{ text: 200_000, line: 400, reason: 2000, remark: 4000 },
  ...{ neighbours: 500, decisions: 60 },
};

/** What a person needs to decide about a step that was migrated. */
export async function migrationFacts(
  parser: SourceParser,
  migrated: MigratedStep,
  scratch: string,
): Promise<MigrationFacts> {
  const { step, result, before, after, symbols, pathOf, warnings, costs, replayed } = migrated;
  const items = crateItems(parser, after);
  const { added, changed } = itemChanges(crateItems(parser, before), items);
  const fresh = [...added, ...changed.map((one) => one.after)];
  const { restarts, rounds, calls, input_tokens, output_tokens, cost, seconds } = result.metrics;
  return {
    functions: step.functions.flatMap((source) => {
      const symbol = symbols.find(({ c_qname }) => c_qname === source.name);
      if (symbol === undefined) return [];
      return [
        {
          ...{ name: symbol.c_name, c_file: pathOf(symbol.c_file) },
          ...{ start_line: symbol.start_line, end_line: symbol.end_line },
          ...{ c_text: source.text.slice(0, MAX_FACTS.text), module: symbol.module },
          ...{ rust_symbol: symbol.rust_symbol, signature: symbol.signature },
          rust_text: rustText(items, symbol).slice(0, MAX_FACTS.text),
          ...(symbol.skipped === undefined ? {} : { skipped: symbol.skipped }),
          ...{ evidence: symbol.evidence, ...signatureFacts(parser, symbol, migrated) },
          remarks: symbol.remarks.map((one) => one.slice(0, MAX_FACTS.remark)).slice(0, 50),
        },
      ];
    }),
    items: fresh
      .filter((one) => !one.isTest && !symbols.some((symbol) => isItself(one, symbol)))
      .map(({ path }) => path.slice(0, MAX_FACTS.line))
      .slice(0, 200),
    tests: fresh
      .filter(({ item }) => item.attributes.some((one) => /^#\[\s*test\s*\]$/.test(one)))
      .map(({ path }) => path.replaceAll(/\b(?:mod|fn) /g, '').replaceAll(' > ', '::'))
      .map((name) => name.slice(0, MAX_FACTS.line))
      .slice(0, 500),
    unsafe: fresh
      .filter(({ isTest }) => !isTest)
      .flatMap((one) => unsafeIn(one, after))
      .slice(0, 200),
    dependencies: dependenciesOf(after)
      .filter((one) => !dependenciesOf(before).includes(one))
      .slice(0, 50),
    warnings,
    security: {
      before: await countFindings(before, join(scratch, 'before')),
      after: await countFindings(after, join(scratch, 'after')),
    },
    effort: {
      ...{ restarts, calls, unpriced: costs.unpriced, input_tokens, output_tokens, replayed },
      repairs: Object.values(rounds).reduce((sum, one) => sum + one, 0),
      ...{ dollars: cost, seconds },
    },
  };
}

/** What became of a signature, and what is around the function. */
function signatureFacts(
  parser: SourceParser,
  symbol: MappedSymbol,
  { scanned, mapped, pathOf }: MigratedStep,
) {
  const own = scanned.find(({ name, file }) => name === symbol.c_name && file === symbol.c_file);
  if (own === undefined || symbol.skipped !== undefined) return {};
  const mapping = mappingOf(symbol);
  const neighbours = (is: (one: CFunctionSymbol) => boolean) =>
    scanned
      .filter((one) => one !== own && is(one))
      .map(({ name, file }) => ({
        ...{ name, file: pathOf(file) },
        isMigrated: mapped.some((one) => one.c_name === name && one.c_file === file),
      }))
      .filter(({ name, file }) => functionIdSchema.safeParse({ name, file }).success)
      .slice(0, MAX_FACTS.neighbours);
  return {
    decisions: signatureDecisions(parser, own, symbol.signature, mapping)
      .slice(0, MAX_FACTS.decisions)
      .map(({ c, rust, why }) => ({
        ...{ c: c.slice(0, MAX_FACTS.line), rust: rust.slice(0, MAX_FACTS.line) },
        why: why.slice(0, MAX_FACTS.reason),
      })),
    callees: neighbours(({ id }) => own.calls.includes(id) || own.may_call.includes(id)),
    callers: neighbours(({ calls, may_call }) => [...calls, ...may_call].includes(own.id)),
  };
}

function isItself({ file, item, path }: CrateItem, { module, rust_symbol }: MappedSymbol): boolean {
  const [name = '', owner = ''] = rust_symbol.split('::').reverse();
  if (file !== module || name === '' || item.name !== name) return false;
  const around = path.split(' > ').at(-2) ?? '';
  // Types have names with a capital; a module is not a part of an item's path.
  if (!/^(?:unsafe )?impl\b/.test(around)) return !/^[A-Z]/.test(owner);
  return around.split(/\W+/).includes(owner);
}

function rustText(items: ReadonlyMap<string, CrateItem>, symbol: MappedSymbol): string {
  if (symbol.rust_symbol === '') return '';
  const found = [...items.values()].filter((one) => !one.isTest && isItself(one, symbol));
  const own = found.find(({ item }) => item.body !== undefined) ?? found[0];
  const text = own?.item.text ?? '';
  // Of a method, as if it stood outside of its block.
  const indent = /\n([ \t]+)\S*$/.exec(text)?.[1] ?? '';
  return text
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .filter((line) => !/^\/\/ (?:Tests of )?C: /.test(line))
    .join('\n')
    .trim();
}

function unsafeIn({ file, item }: CrateItem, crate: CrateFiles): MigrationFacts['unsafe'] {
  const lines = item.text.split('\n');
  const first = (crate.get(file) ?? '').split(item.text)[0]?.split('\n').length ?? 1;
  return lines.flatMap((line, at) => {
    if (!/\bunsafe\b/.test(line.replace(/\/\/.*$/, ''))) return [];
    const around = [...lines.slice(Math.max(0, at - 12), at + 3)].join('\n');
    const reason = [...around.matchAll(/(?:SAFETY:|# Safety)\s*([\s\S]*?)(?=\n\s*(?!\/\/)|$)/g)];
    const said = (reason.at(-1)?.[1] ?? '')
      .slice(0, 4 * MAX_FACTS.reason)
      .replaceAll(/\s*\n\s*\/\/[/!]?\s*/g, ' ')
      .trim();
    return [{ file, line: first + at, reason: said.slice(0, MAX_FACTS.reason) }];
  });
}

/** The crates that a crate names in its manifest. */
export function dependenciesOf(crate: CrateFiles): string[] {
  const section = (crate.get('Cargo.toml') ?? '').split(/^\[dependencies\]/m)[1] ?? '';
  return [...(section.split(/^\[/m)[0] ?? '').matchAll(/^"?([\w-]+)"?\s*[=.]/gm)].flatMap(
    ([, name]) => name ?? [],
  );
}

/** What the scan for security defects finds in a crate, in a folder of its own. */
async function countFindings(
  crate: CrateFiles,
  folder: string,
): Promise<{ high: number; other: number }> {
  mkdirSync(folder, { recursive: true });
  writeCrate(folder, crate);
  const candidates = await scanForCandidates(folder);
  const high = candidates.filter(({ severity }) => severity === 'high').length;
  return { high, other: candidates.length - high };
}
