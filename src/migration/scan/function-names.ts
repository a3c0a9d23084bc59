import type { ClangFunction, ClangGlobal, ClangUnit } from '../../code/clang/unit.ts';

/** How a function is told from all others of a project. */
export function functionId({ name, range }: ClangFunction): string {
  return `${range.file}#${name}`;
}

/**
 * What names of functions mean in the units of a project: the unit's own definition where it has one,
 * else that of any other that is not static. There can be many: each program of a project has a
 * `main`, and tests define stand-ins.
 */
export class FunctionNames {
  private readonly own = new Map<ClangUnit, ReadonlyMap<string, string>>();
  private readonly shared = new Map<string, Set<string>>();
  private readonly variables = new Map<string, { variable: ClangGlobal; unit: ClangUnit }[]>();

  constructor(units: readonly ClangUnit[]) {
    for (const unit of units) {
      const own = new Map<string, string>();
      for (const definition of unit.functions) {
        const id = functionId(definition);
        own.set(definition.name, id);
        if (definition.isStatic) continue;
        const shared = this.shared.get(definition.name) ?? new Set();
        this.shared.set(definition.name, shared.add(id));
      }
      this.own.set(unit, own);
      for (const variable of unit.globals) {
        const found = this.variables.get(variable.name) ?? [];
        this.variables.set(variable.name, [...found, { variable, unit }]);
      }
    }
  }

  /** The ids of the project's functions that some names mean in a unit; a library's have none. */
  resolve(names: readonly string[], unit: ClangUnit): string[] {
    const ids = names.flatMap((name) => {
      const own = this.own.get(unit)?.get(name);
      return own === undefined ? [...(this.shared.get(name) ?? [])] : [own];
    });
    return [...new Set(ids)];
  }

  /** The functions that a variable holds from the start. */
  heldBy(global: string, unit: ClangUnit): string[] {
    const all = this.variables.get(global) ?? [];
    const own = all.filter((found) => found.unit === unit);
    const meant = own.length > 0 ? own : all.filter(({ variable }) => !variable.isStatic);
    return meant.flatMap((found) => this.resolve(found.variable.functions, found.unit));
  }
}
