import { diffLines } from 'diff';
import { cutText } from '../../agent/cut-text.ts';
import type { SourceParser } from '../../code/syntax/source-parser.ts';
import type { CrateFiles } from '../crate/crate-files.ts';
import { crateItems, itemChanges } from '../crate/item-changes.ts';
import type { AnsweredRefusal } from '../state/step-method.ts';
import type { StepFailure } from './step-failure.ts';

/** Refusals that are kept of one step, and characters of each change. */
const MAX_KEPT = 4;
const MAX_CHANGE = 800;

/** Lines of an item that are shown around those that changed. */
const AROUND = 1;

/** What a refusal is about, beside its kind: an error of the compiler, a lint, or the name of a gate; empty for no more. */
export function refusalClass({ kind, text }: Pick<StepFailure, 'kind' | 'text'>): string {
  if (kind === 'gate') return text.split(':')[0]?.trim().slice(0, 60) ?? '';
  if (kind !== 'compile') return '';
  return /\berror\[(E\d{4})\]/.exec(text)?.[1] ?? /\bclippy::[a-z_]+/.exec(text)?.[0] ?? '';
}

/** Which change answered each refusal of one attempt: from what was refused to what is not refused for that any more. */
export class AnsweredRefusals {
  private readonly parser: SourceParser;
  /** What was refused first, by kind and class, for as long as it is refused. */
  private readonly refused = new Map<string, CrateFiles>();
  private readonly found: AnsweredRefusal[] = [];

  constructor(parser: SourceParser) {
    this.parser = parser;
  }

  get list(): readonly AnsweredRefusal[] {
    return this.found.slice(-MAX_KEPT);
  }

  /**
   * Notes a repair.
   * @param before what was refused
   * @param after what the repair made of it
   * @param next what is wrong with that; undefined for nothing
   */
  note(
    failure: StepFailure,
    before: CrateFiles,
    after: CrateFiles,
    next: StepFailure | undefined,
  ): void {
    const { kind } = failure;
    const about = refusalClass(failure);
    const key = `${kind} ${about}`;
    const first = this.refused.get(key) ?? before;
    if (next?.kind === kind && refusalClass(next) === about) {
      this.refused.set(key, first);
      return;
    }
    this.refused.delete(key);
    const change = changedLines(this.parser, first, after);
    if (change !== '') this.found.push({ refusal: kind, about, change });
  }
}

/** The lines of items, tests left out, that differ between two crates, with `-` and `+` before them. */
function changedLines(parser: SourceParser, before: CrateFiles, after: CrateFiles): string {
  const itemsOf = (files: CrateFiles) =>
    new Map([...crateItems(parser, files)].filter(([, { isTest }]) => !isTest));
  const { added, changed, removed } = itemChanges(itemsOf(before), itemsOf(after));
  const texts = [
    ...changed.map((one) => lineChanges(one.before.item.text, one.after.item.text)),
    ...removed.map(({ item }) => lineChanges(item.text, '')),
    ...added.map(({ item }) => lineChanges('', item.text)),
  ];
  return texts.length === 0 ? '' : cutText(texts.join('\n'), MAX_CHANGE);
}

function lineChanges(before: string, after: string): string {
  const parts = diffLines(`${before.trim()}\n`, `${after.trim()}\n`);
  const lines = parts.flatMap(({ value, added, removed }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${added ? '+' : removed ? '-' : ' '} ${line}`),
  );
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some((line) => !line.startsWith(' '));
  return lines.filter((line, at) => line.trim() !== '' && isNear(at)).join('\n');
}
