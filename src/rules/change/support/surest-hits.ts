import type { Hit } from '../../rule.ts';

const MIN_CONFIDENCE = 0.4;

/** What a change rule says of head. */
export interface ChangeHit extends Hit {
  readonly rule: string;
}

/** Gathers what change rules say: one hit for each rule and line of head, the surest. */
export class SurestHits {
  private readonly found = new Map<string, ChangeHit>();

  /** @param weight what the confidence is multiplied by, for where it stands */
  add(hit: ChangeHit, weight: number): void {
    const confidence = Math.max(MIN_CONFIDENCE, Math.round(hit.confidence * weight * 100) / 100);
    const key = `${hit.rule}:${hit.location.line}`;
    const known = this.found.get(key);
    if (known !== undefined && known.confidence >= confidence) return;
    this.found.set(key, { ...hit, confidence });
  }

  /** In the order of the file. */
  inOrder(): readonly ChangeHit[] {
    return [...this.found.values()].sort(
      (a, b) =>
        a.location.line - b.location.line ||
        a.location.column - b.location.column ||
        (a.rule < b.rule ? -1 : 1),
    );
  }
}
