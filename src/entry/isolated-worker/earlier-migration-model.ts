import { ModelError } from '../../errors.ts';
import { type AnchoredFunction, sectionOf } from '../../migration/crate/anchors.ts';
import type { CrateFiles } from '../../migration/crate/crate-files.ts';
import type { MappedSymbol } from '../../migration/state/symbol-map.ts';
import { Ledger } from '../../model/cost/ledger.ts';
import type { Model, ModelRequest } from '../../model/model.ts';
import type { OpenedModel } from '../../model/open-model.ts';

/** What was migrated on another base. */
export interface EarlierMigration {
  readonly crate: CrateFiles;
  /** The part of the map of the functions in question. */
  readonly symbols: readonly MappedSymbol[];
  /** Crates that it uses, by name. */
  readonly dependencies: readonly string[];
}

/** As large as any question of ours. */
const WINDOW = 200_000;

/**
 * A model that answers with what was migrated before, so that the pipeline builds, tests and compares it on
 * a new base as it would anything. It knows no second answer: where the first does not hold, it ends
 * the run.
 */
export function earlierMigrationModel(earlier: EarlierMigration): OpenedModel {
  const ledger = new Ledger();
  const model: Model = {
    window: () => WINDOW,
    async ask(request, options = {}) {
      await Promise.resolve();
      options.signal?.throwIfAborted();
      const content = answerTo(request, earlier);
      if (content === undefined) {
        throw new ModelError('replay', 'what was migrated before does not hold on this base');
      }
      const usage = { input: 0, cached: 0, output: 0, estimated: false };
      const answer = { content, toolCalls: [], finish: 'stop' as const, model: 'earlier', usage };
      return { ...answer, source: 'replay' as const, repairs: [] };
    },
  };
  const free = { costOf: () => 0, spentBefore: () => undefined, evictCache: () => undefined };
  return { kind: 'ready', model, ledger, redact: (text) => text, ...free };
}

function answerTo({ conversation }: ModelRequest, earlier: EarlierMigration): string | undefined {
  const { role, subject, turn } = conversation;
  if (turn > 0 || !/\|0(?:\||$)/.test(subject)) return undefined;
  if (role === 'signature-planner') return `<PLAN>\n${JSON.stringify(planOf(earlier))}\n</PLAN>`;
  if (role === 'translator') return codeOf(earlier);
  return role === 'migration-reviewer' ? '<REVIEW>\n{ "issues": [] }\n</REVIEW>' : undefined;
}

function planOf({ symbols }: EarlierMigration): object[] {
  return symbols.map(({ c_qname: c, module: file, rust_symbol: rust, signature, ...one }) => {
    if (one.skipped !== undefined) return { c, skip: one.skipped };
    return {
      c,
      file,
      rust,
      signature,
      ...(one.mapping === undefined ? {} : { mapping: one.mapping }),
    };
  });
}

function codeOf({ crate, symbols, dependencies }: EarlierMigration): string | undefined {
  const sections = symbols.flatMap((one) => sectionOf(crate, anchorOf(one)) ?? []);
  const blocks = sections.flatMap(({ file, code, tests }) => [
    ...(tests === '' ? [] : [`<TESTS file="${file}">\n${tests}\n</TESTS>`]),
    ...(code === '' ? [] : [`<CODE file="${file}">\n${code}\n</CODE>`]),
  ]);
  if (blocks.length === 0) return undefined;
  return [...blocks, `<DEPENDENCIES>${JSON.stringify(dependencies)}</DEPENDENCIES>`].join('\n');
}

function anchorOf({ c_qname, c_file }: MappedSymbol): AnchoredFunction {
  return { name: c_qname, file: c_file };
}
