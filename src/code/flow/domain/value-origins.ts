import type { Value } from './value.ts';

/** A value that was computed as the sum or the difference of two others, whatever its type can hold. */
interface Sum {
  readonly left: Value;
  readonly right: Value;
  readonly sign: 1 | -1;
}

/**
 * What roots were made of: two values that were added, or those that met where paths come together. It says what the text of
 * the program does; whether a sum has wrapped around, and which of the values it is, the facts of the roots tell.
 */
export class ValueOrigins {
  private readonly sums = new Map<number, Sum>();
  private readonly choices = new Map<number, readonly Value[]>();
  private readonly users = new Map<number, Set<number>>();

  /** Notes that a root is `left + sign * right`. */
  recordSum(root: number, left: Value, right: Value, sign: 1 | -1): void {
    if (left.root === root || right.root === root) return this.forget(root);
    this.sums.set(root, { left, right, sign });
    this.use(root, [left, right]);
  }

  /** Notes that a root is one of several values. */
  recordChoice(root: number, values: readonly Value[]): void {
    this.choices.set(root, values);
    this.use(root, values);
  }

  /** A root stands for something else from here on, and with it whatever was made of it. */
  forget(root: number): void {
    this.sums.delete(root);
    this.choices.delete(root);
    const users = this.users.get(root);
    if (users === undefined) return;
    this.users.delete(root);
    for (const user of users) {
      this.sums.delete(user);
      this.choices.delete(user);
    }
  }

  sumOf(root: number): Sum | undefined {
    return this.sums.get(root);
  }

  /** The values that met in a root; none where it is not known to be one of several. */
  choicesOf(root: number): readonly Value[] {
    return this.choices.get(root) ?? NONE;
  }

  /** Whether a value is another one on some of the paths that led to it. */
  mayBe(value: Value, root: number): boolean {
    const seen = new Set([value.root]);
    const open = [value];
    // A value that many paths brought by many others is asked for each of them once.
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next.root === root) {
        if (next.scale === 1 && next.add === 0) return true;
        continue;
      }
      if (next.scale !== 1 || next.add !== 0) continue;
      for (const one of this.choicesOf(next.root)) {
        if (one.root !== root && seen.has(one.root)) continue;
        if (seen.size > MAX_SEEN) return false;
        seen.add(one.root);
        open.push(one);
      }
    }
    return false;
  }

  private use(root: number, parts: readonly Value[]): void {
    for (const part of parts) {
      if (part.root === 0 || part.root === root) continue;
      const users = this.users.get(part.root);
      if (users === undefined) this.users.set(part.root, new Set([root]));
      else users.add(root);
    }
  }
}

const NONE: readonly Value[] = [];
/** How many values are looked at. */
const MAX_SEEN = 64;
