/** A `#define`, as text and, for function-like ones, its parameters. */
export interface Macro {
  readonly name: string;
  readonly parameters: readonly string[] | undefined;
  readonly body: string;
  /** What must hold of the build for this definition, as in `#if`; '' for nothing. */
  readonly guard: string;
  /** Where in its file another definition or `#undef` ends it; undefined where none does. */
  readonly until?: number;
  /** Where it begins, of one that ends or that begins behind one that ended. */
  readonly from?: number;
}

/** How many lines of code stand where a setting of the build holds, and where it does not. */
export interface SettingUse {
  readonly on: number;
  readonly off: number;
}

/** Adds a definition to those of its name, unless there is the same one. */
export function addMacro(to: Map<string, readonly Macro[]>, macro: Macro): void {
  const known = to.get(macro.name) ?? [];
  if (
    known.some(
      (other) =>
        other.guard === macro.guard && isSameMacro(other, macro) && isSameReach(other, macro),
    )
  )
    return;
  to.set(macro.name, [...known, macro]);
}

/** Whether two definitions say the same, whatever they stand under. */
export function isSameMacro(left: Macro, right: Macro): boolean {
  return left.body === right.body && String(left.parameters) === String(right.parameters);
}

function isSameReach(left: Macro, right: Macro): boolean {
  return left.from === right.from && left.until === right.until;
}

/** Whether a definition is in force at an offset of its file. */
export function reaches(
  { from = 0, until = Number.POSITIVE_INFINITY }: Macro,
  offset: number,
): boolean {
  return from <= offset && offset < until;
}
