/** What became of the variants of one rule's examples by one transformation. */
export interface Count {
  readonly rule: string;
  readonly transformation: string;
  kept: number;
  tried: number;
  alarms: number;
  good: number;
}

/** Counts, by rule and transformation. */
export class Counts {
  private readonly all = new Map<string, Count>();

  of(rule: string, transformation: string): Count {
    const key = `${rule} ${transformation}`;
    const none = { rule, transformation, kept: 0, tried: 0, alarms: 0, good: 0 };
    const count = this.all.get(key) ?? none;
    this.all.set(key, count);
    return count;
  }

  list(): readonly Count[] {
    return [...this.all.values()];
  }
}

/** A row for each transformation, one for each rule that loses something, and the sum. */
export function table(counts: readonly Count[]): string {
  const byTransformation = [...Map.groupBy(counts, ({ transformation }) => transformation)];
  const byRule = [...Map.groupBy(counts, ({ rule }) => rule)]
    .filter(([, own]) => own.some(({ kept, tried, alarms }) => kept < tried || alarms > 0))
    .sort(([, one], [, other]) => lost(other) - lost(one));
  const losses = (own: readonly Count[], key: 'rule' | 'transformation') =>
    own
      .filter(({ kept, tried }) => kept < tried)
      .map((count) => `${count[key]} ${count.tried - count.kept}`)
      .join(', ');
  return [
    heading('transformation'),
    ...byTransformation.map(([name, own]) => row(name, own, '')),
    row('all', counts, ''),
    '',
    heading('rule'),
    ...byRule.map(([name, own]) => row(name, own, losses(own, 'transformation'))),
    '',
  ].join('\n');
}

function heading(first: string): string {
  return `${first.padEnd(28)}${'kept / tried'.padStart(16)}${'alarms / good'.padStart(18)}`;
}

function row(name: string, counts: readonly Count[], remark: string): string {
  const sum = (key: 'kept' | 'tried' | 'alarms' | 'good') =>
    counts.reduce((all, count) => all + count[key], 0);
  const share = sum('tried') === 0 ? '' : ` ${((100 * sum('kept')) / sum('tried')).toFixed(0)} %`;
  const found = `${sum('kept')} / ${sum('tried')}${share}`.padStart(16);
  return `${name.padEnd(28)}${found}${`${sum('alarms')} / ${sum('good')}`.padStart(18)}   ${remark}`.trimEnd();
}

function lost(counts: readonly Count[]): number {
  return counts.reduce((all, { kept, tried }) => all + tried - kept, 0);
}
