import { cutText } from '../../agent/cut-text.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import type { CrateItem } from '../crate/item-changes.ts';
import { isUnwritten } from '../crate/unwritten.ts';
import type { Progress } from '../state/progress.ts';
import type { MappedSymbol } from '../state/symbol-map.ts';
import type { TypeLayout } from '../state/type-layout.ts';
import type { MigrationStep } from '../steps/step.ts';
import { changesText } from '../transpile/crate-text.ts';
import { charactersOf, crateValue } from '../transpile/prompt-values.ts';

/** A header of the C, by its path below the sources. */
export interface CHeader {
  readonly path: string;
  readonly text: string;
}

/** What questions about functions without a body say of the project. */
export interface CompletionContext {
  readonly steps: readonly MigrationStep[];
  /** The file of the crate that the layout gives each C function. */
  readonly places: Readonly<Record<string, string>>;
  readonly blocked: Progress['blocked'];
  readonly mapped: readonly MappedSymbol[];
  readonly headers: readonly CHeader[];
  /** The interface as it was given; empty where none was. */
  readonly given: CrateFiles;
  readonly layout: TypeLayout;
  /** The maintainers' notes; empty for none. */
  readonly notes: string;
}

/**
 * What the completer and its reviewer are told of functions of one file.
 * @param window tokens that the model takes
 */
export function completionValues(
  parser: SourceParser,
  files: CrateFiles,
  wanted: readonly CrateItem[],
  window: number,
  { steps, places, blocked, mapped, headers, layout }: CompletionContext,
): Readonly<Record<'crate' | 'stands' | 'c_source' | 'c_headers' | 'wanted', string>> {
  const file = wanted[0]?.file ?? '';
  const room = (share: number) => charactersOf(window, share);
  const functions = steps.flatMap((step) => step.functions);
  const own = functions.filter(({ name }) => places[name] === file);
  const texts = (own.length > 0 ? own : functions).map(
    ({ file: from, startLine, text }) => `/* ${from}:${startLine} */\n${text}`,
  );
  // What a header defines is shown above.
  const withoutBodies = (text: string) =>
    functions.reduce((all, one) => all.replace(one.text, () => `${one.signature};`), text);
  const headerTexts = headers.map(
    ({ path, text }) => `/* ${path} */\n${withoutBodies(text).trim()}`,
  );
  const stands = functions.map(({ name }) => `${name}: ${standing(name, mapped, blocked)}`);
  return {
    crate: crateValue(parser, files, [file], window, 'code', { layout }),
    stands: cutText(stands.join('\n'), room(0.05)) || '(the C has no functions)',
    c_source: cutText(texts.join('\n\n'), room(0.2)) || '(none)',
    c_headers: cutText(headerTexts.join('\n\n'), room(0.12)) || '(none)',
    wanted: wanted.map(wantedLine).join('\n\n'),
  };
}

/** What was written so far, without more than a share of the window. */
export function writtenValue(
  parser: SourceParser,
  base: CrateFiles,
  files: CrateFiles,
  window: number,
): string {
  return changesText(parser, base, files, charactersOf(window, 0.25));
}

/** Of a reason, in characters. */
const MAX_REASON = 600;

function standing(
  name: string,
  mapped: readonly MappedSymbol[],
  blocked: Progress['blocked'],
): string {
  const symbol = mapped.find(({ c_qname }) => c_qname === name);
  if (symbol?.skipped !== undefined) return `no Rust, because ${symbol.skipped}`;
  if (symbol !== undefined) return `${symbol.rust_symbol} in ${symbol.module}`;
  const reason = blocked.find(({ functions }) => functions.includes(name))?.reason;
  return reason === undefined
    ? 'not migrated'
    : `not migrated: ${reason.replaceAll(/\s+/g, ' ').slice(0, MAX_REASON)}`;
}

function wantedLine({ file, path, item }: CrateItem, at: number): string {
  const block = path.split(' > ').slice(0, -1).join(' > ');
  const doc = item.lead.trim();
  const where = block === '' ? file : `${file}, in \`${block}\``;
  const body = (item.body ?? '').trim();
  const given = isUnwritten(body)
    ? ''
    : `\nIts body as given is \`{ ${body} }\`: name it in <LEFT> where that is all it has to do.`;
  return `${at + 1}. ${where}\n${doc === '' ? '' : `${doc}\n`}${item.head};${given}`;
}
