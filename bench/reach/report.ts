import { FORMS, type Reach } from './reach-of.ts';

/** What a run says of one project. */
export interface ProjectReach {
  readonly project: string;
  readonly functions: readonly Reach[];
  /** Functions for which the interface has nothing. */
  readonly without: readonly string[];
}

/** A few lines for a project, those that are not reached by name. */
export function projectText({ project, functions, without }: ProjectReach): string {
  const lines = functions.map(({ name, form, because }) =>
    because === undefined ? `  ${name}: ${form}` : `  ${name}: ${form}: ${because}`,
  );
  const absent = without.map((name) => `  ${name}: no Rust function of that name`);
  return `${project}: ${countsText(functions)}\n${[...lines, ...absent].join('\n')}\n`;
}

/** How many functions of all projects are compared in which form, and the reasons for the others. */
export function summaryText(all: readonly ProjectReach[]): string {
  const functions = all.flatMap((one) => one.functions);
  const reasons = new Map<string, number>();
  for (const { because } of functions) {
    if (because === undefined) continue;
    const reason = kindOfReason(because);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const lines = [...reasons]
    .sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
    .map(([reason, count]) => `  ${count} × ${reason}`);
  return `all: ${countsText(functions)}\n${lines.join('\n')}\n`;
}

function countsText(functions: readonly Reach[]): string {
  const parts = FORMS.flatMap((form) => {
    const count = functions.filter((one) => one.form === form).length;
    return count === 0 ? [] : [`${count} ${form}`];
  });
  const reached = functions.filter(({ form }) => form !== 'none').length;
  return `${reached} of ${functions.length} functions; ${parts.join(', ')}`;
}

/** A reason without the names of one function, so that equal ones are counted together. */
export function kindOfReason(because: string): string {
  return because
    .replace(/^parameter \w+: /, '')
    .replace(/`[^`]*`/g, '…')
    .replace(/\b\w*[_:]\w[\w:]*\b/g, '…')
    .slice(0, 110);
}
