import { ModelError } from '../../errors.ts';
import { promptHashes } from '../../model/prompts/prompt-hashes.ts';
import type { CFunctionSymbol, CSymbol } from '../artifacts/symbol.ts';
import { MigrationOrder } from '../scan/migration-order.ts';
import { type AskDeps, askForValue } from '../transpile/ask-migration-model.ts';
import {
  type AcceptedReplacementDeps,
  acceptedReplacements,
  refusalReason,
} from './accepted-replacements.ts';
import {
  type LibraryAnswer,
  type LibraryRecord,
  libraryAnswerSchema,
  loadLibraryRecords,
  writeLibraryRecords,
} from './library-record.ts';
import { pruneSymbols } from './prune-symbols.ts';
import type { ReplaceSettings } from './replace-settings.ts';
import {
  type CallSubtree,
  subtreeDigest,
  subtreeLines,
  subtreeOf,
  subtreeValues,
} from './subtree.ts';
import type { TriedCrates, TryCrates } from './try-crates.ts';

const JUDGE = 'library-judge';

const MAX_TRIES = 3;

export interface ReplaceDeps extends AskDeps, AcceptedReplacementDeps {
  /** The maintainers' notes; empty for none. */
  readonly notes: string;
  readonly tryCrates: TryCrates;
  /** Whether a function is migrated already: then it stays as it is. */
  readonly isMigrated: (symbol: CFunctionSymbol) => boolean;
  readonly now: () => Date;
  /** Hears what is being done, on one line. */
  readonly onProgress: (line: string) => void;
}

/**
 * Has a judge say of each function, callers before callees, whether libraries can serve it with all
 * that it needs, and tries out what the judge names. What went with an accepted function is not judged.
 * Each decision is written down at once: what an earlier run has decided on the same C stands.
 * @param project the real path of the project's folder
 * @param symbols what the scan has found to migrate
 * @throws ModelError when no model can be asked; the signal's reason
 */
export async function replaceByLibrary(
  project: string,
  symbols: readonly CSymbol[],
  deps: ReplaceDeps,
): Promise<void> {
  const { settings, kept, read } = deps;
  let records = loadLibraryRecords(project);
  const order = new MigrationOrder(symbols);
  const byId = new Map(order.functions.map((one) => [one.id, one]));
  const callersFirst = order.steps().reverse();
  for (const root of callersFirst.flatMap(({ ids }) => ids.flatMap((id) => byId.get(id) ?? []))) {
    const { id } = root;
    const { symbols: left } = pruneSymbols(
      symbols,
      acceptedReplacements(records, symbols, deps),
      kept,
    );
    // Another copy stands there for a function that is replaced.
    if (!left.includes(root)) continue;
    if (isEntry(root, settings) || deps.isMigrated(root)) continue;
    const subtree = subtreeOf(order, root);
    if (subtreeLines(subtree) < settings.min_lines) continue;
    const digest = subtreeDigest(subtree, read);
    const before = records.find((one) => one.id === id && one.digest === digest);
    if (before !== undefined && !isToReconsider(before, deps)) continue;
    deps.onProgress(`looking for a library: ${root.name}`);
    const answer = before?.answer ?? (await askLibraryJudge(subtree, deps));
    const decided = answer && (await tryAnswer(root, digest, answer, deps));
    if (decided === undefined) continue;
    const prompts = before === undefined ? promptHashes([JUDGE]) : before.prompts;
    const record = prompts === undefined ? decided : { ...decided, prompts };
    records = [...records.filter((one) => one.id !== id), record];
    writeLibraryRecords(project, records);
  }
}

function isEntry({ name }: CFunctionSymbol, { delay_entries }: ReplaceSettings): boolean {
  return name === 'main' || delay_entries.includes(name);
}

/** Whether the config alone stood against what was answered, and does not any more. */
function isToReconsider({ accepted, tried, answer }: LibraryRecord, deps: ReplaceDeps): boolean {
  return !accepted && !tried && refusalReason(answer, deps) === undefined;
}

/** Undefined where it could not be found out now: the next run tries again. */
async function tryAnswer(
  { id, name }: CFunctionSymbol,
  digest: string,
  answer: LibraryAnswer,
  deps: ReplaceDeps,
): Promise<LibraryRecord | undefined> {
  const against = refusalReason(answer, deps);
  const found: TriedCrates =
    against === undefined
      ? await deps.tryCrates(answer.libraries, answer.apis)
      : { kind: 'refused', reason: against };
  const { libraries } = answer;
  if (found.kind === 'good') deps.onProgress(`${name} is served by ${libraries.join(', ')}`);
  else deps.onProgress(`${name} is kept: ${found.reason}`);
  if (found.kind === 'open') return undefined;
  const judged_at = deps.now().toISOString();
  const base = { id, name, digest, tried: against === undefined, answer, judged_at };
  return found.kind === 'good'
    ? { ...base, accepted: true, reason: '', crates: [...found.crates] }
    : { ...base, accepted: false, reason: found.reason, crates: [] };
}

/** Undefined, and told, where no answer could be used. */
async function askLibraryJudge(
  subtree: CallSubtree,
  deps: ReplaceDeps,
): Promise<LibraryAnswer | undefined> {
  const values = {
    notes: deps.notes || '(none)',
    disabled: deps.disabled.join('\n') || '(none)',
    ...subtreeValues(subtree, deps.read, deps.model.window('normal')),
  };
  const subject = subtree.root.id;
  const question = { role: JUDGE, tier: 'normal', subject, values } as const;
  try {
    return await askForValue(question, MAX_TRIES, libraryAnswerSchema, problemWith, deps);
  } catch (thrown) {
    if (!(thrown instanceof ModelError) || thrown.failure !== 'answer') throw thrown;
    deps.onProgress(`${subtree.root.name} is kept: no answer of the judge could be used`);
    return undefined;
  }
}

function problemWith({ replaceable, libraries, library, apis }: LibraryAnswer): string | undefined {
  if (!replaceable) return undefined;
  if (!libraries.includes(library)) return 'library must be one of libraries';
  if (apis.length === 0) return 'apis must name what callers would use of it';
  const roots = libraries.map((name) => name.replaceAll('-', '_'));
  const astray = apis.find((path) => !roots.includes(path.split('::')[0] ?? ''));
  return astray === undefined ? undefined : `${astray} begins with none of ${roots.join(', ')}`;
}
