import type { SyntaxNode } from '../../syntax/syntax.ts';
import type { RustType } from '../items/types.ts';
import type { RustValue } from './value.ts';

/** One variable; a shadowing `let` makes another. */
export interface Binding {
  readonly name: string;
  /** Unlike any other place of the function: `#4`. */
  readonly place: string;
  readonly node: SyntaxNode;
  readonly mutable: boolean;
  readonly isParameter: boolean;
  /** The declared type, or that of its first value. */
  readonly type: RustType | undefined;
  /** The expression of its `let`, where it has one. */
  readonly initialiser: SyntaxNode | undefined;
  readonly initial: RustValue;
  /** What it holds at the point the analysis has reached. */
  value: RustValue;
  /** Every identifier that names it after its declaration. */
  readonly uses: SyntaxNode[];
}

/** Scopes nested by blocks, innermost last. */
export class Scopes {
  private readonly scopes: Map<string, Binding>[] = [new Map()];
  private readonly guarding: Binding[] = [];
  private readonly guardCounts: number[] = [];

  enter(): void {
    this.scopes.push(new Map());
    this.guardCounts.push(this.guarding.length);
  }

  leave(): void {
    this.scopes.pop();
    this.guarding.length = this.guardCounts.pop() ?? 0;
  }

  declare(binding: Binding): void {
    this.scopes.at(-1)?.set(binding.name, binding);
    if (binding.value.guard !== undefined) this.guarding.push(binding);
  }

  find(name: string): Binding | undefined {
    for (let at = this.scopes.length - 1; at >= 0; at -= 1) {
      const found = this.scopes[at]?.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Bindings in scope that were given a lock guard; shadowed ones too, as they still hold it. */
  guards(): readonly Binding[] {
    return this.guarding;
  }

  /** Takes out the guards that are not held where `isHeld` says no, for as long as `run` takes. */
  withGuards<T>(isHeld: (binding: Binding) => boolean, run: () => T): T {
    const all = [...this.guarding];
    const counts = [...this.guardCounts];
    this.guarding.splice(0, all.length, ...all.filter(isHeld));
    const result = run();
    this.guarding.splice(0, this.guarding.length, ...all);
    this.guardCounts.splice(0, this.guardCounts.length, ...counts);
    return result;
  }
}
