import { reachable } from '../../code/graph/reachability.ts';
import { stronglyConnectedComponents } from '../../code/graph/strongly-connected-components.ts';
import type { OrderStep } from '../artifacts/order.ts';
import type { CFunctionSymbol, CSymbol } from '../artifacts/symbol.ts';

/** Who needs whom, among functions of the project. */
export class MigrationOrder {
  readonly functions: readonly CFunctionSymbol[];
  private readonly byId: ReadonlyMap<string, CFunctionSymbol>;
  private readonly groups: readonly (readonly string[])[];

  /** @param symbols in an order that settles all others */
  constructor(symbols: readonly CSymbol[]) {
    this.functions = symbols.filter((symbol) => symbol.category === 'function');
    this.byId = new Map(this.functions.map((symbol) => [symbol.id, symbol]));
    const ids = this.functions.map(({ id }) => id);
    const place = new Map(ids.map((id, index) => [id, index]));
    const rank = (id: string) => place.get(id) ?? -1;
    const callees = (id: string) => this.calleesOf(id).filter((callee) => this.byId.has(callee));
    this.groups = stronglyConnectedComponents(ids, callees).map((group) =>
      group.sort((left, right) => rank(left) - rank(right)),
    );
  }

  /** The steps of a translation: callees before callers, each cycle as one. */
  steps(): OrderStep[] {
    return this.groups.map((ids) => ({
      ids: [...ids],
      items: ids.flatMap((id) => {
        const symbol = this.byId.get(id);
        if (symbol === undefined) return [];
        return [{ name: symbol.name, file: symbol.file, start_line: symbol.start_line }];
      }),
    }));
  }

  /** Functions that nothing else calls or holds; of a cycle that nothing else does, the first. */
  roots(): CFunctionSymbol[] {
    const groupOf = new Map(this.groups.flatMap((ids, at) => ids.map((id) => [id, at] as const)));
    const isUsed = new Set<number>();
    for (const { id } of this.functions) {
      for (const target of this.calleesOf(id)) {
        const at = groupOf.get(target);
        if (at !== undefined && at !== groupOf.get(id)) isUsed.add(at);
      }
    }
    const firsts = new Set(this.groups.filter((_, at) => !isUsed.has(at)).map(([first]) => first));
    return this.functions.filter(({ id }) => firsts.has(id));
  }

  /** All that is reached from some functions, these included, in the order of the symbols. */
  reachable(ids: readonly string[]): CFunctionSymbol[] {
    const reached = new Set(reachable(ids, (id) => this.calleesOf(id)));
    return this.functions.filter(({ id }) => reached.has(id));
  }

  private calleesOf(id: string): readonly string[] {
    const symbol = this.byId.get(id);
    return symbol === undefined ? [] : [...symbol.calls, ...symbol.may_call];
  }
}
