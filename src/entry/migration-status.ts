import { basename, join } from 'node:path';
import { loadGrammars } from '../code/grammar.ts';
import { readConfig } from '../migration/artifacts/config.ts';
import { readOrder } from '../migration/artifacts/order.ts';
import {
  type FunctionSymbol,
  readPrunedSymbols,
  readSymbols,
} from '../migration/artifacts/symbol.ts';
import { readCrate } from '../migration/crate/crate-files.ts';
import { gateSettingsOf } from '../migration/gates/gate-settings.ts';
import { callGraphDot, type FunctionStatus } from '../migration/graph/call-graph-dot.ts';
import { drawSvg, MAX_DRAWN_FUNCTIONS } from '../migration/graph/svg.ts';
import { replacedFunctions } from '../migration/replace/replaced-functions.ts';
import { readProgress } from '../migration/state/progress.ts';
import { readSymbolMap } from '../migration/state/symbol-map.ts';
import type { FunctionStateName, MigrationState } from '../migration/status/migration-state.ts';
import { pageGraph } from '../migration/status/page/graph.ts';
import { inOrder, readState } from '../migration/status/read-state.ts';
import { locate } from '../workspace/source-files.ts';

/** Where a crate is written when nobody says otherwise. */
const USUAL_CRATE = 'rust';

export interface ProjectStatus {
  readonly state: MigrationState;
  /** The call graph for the page; undefined where it is too large to look at. */
  drawGraph(): Promise<string | undefined>;
}

/**
 * How far the migration of a project has come. Nothing is built and nobody is asked.
 * @param path of the project's folder
 * @throws UsageError when it was not scanned yet, or an artifact is damaged
 */
export async function projectStatus(path: string): Promise<ProjectStatus> {
  const { root } = locate(path);
  const symbols = readSymbols(root);
  const functions = symbols.filter((one) => one.category === 'function');
  const order = readOrder(root);
  const progress = readProgress(root);
  const crate = progress?.crate ?? USUAL_CRATE;
  const grammars = loadGrammars();
  const parsers = { rust: await grammars.parser('rust'), c: await grammars.parser('c') };
  const state = readState(parsers, {
    project: basename(root),
    functions,
    order,
    replaced: replacedFunctions(symbols, readPrunedSymbols(root)),
    run: progress,
    mapped: readSymbolMap(root),
    folder: crate,
    crate: readCrate(join(root, crate)),
    settings: gateSettingsOf(readConfig(root)['gates']),
  });
  const ordered = inOrder({ functions, order });
  return { state, drawGraph: () => draw(ordered, state) };
}

/** As the graph of a scan knows them. */
const STATUS: Readonly<Record<FunctionStateName, FunctionStatus>> = {
  migrated: 'migrated',
  skipped: 'skipped',
  replaced: 'skipped',
  current: 'pending',
  waiting: 'pending',
  blocked: 'blocked',
};

async function draw(
  functions: readonly FunctionSymbol[],
  state: MigrationState,
): Promise<string | undefined> {
  if (functions.length === 0 || functions.length > MAX_DRAWN_FUNCTIONS) return undefined;
  const statuses = new Map(
    functions.map(({ id }, index) => [id, STATUS[state.functions[index]?.state ?? 'waiting']]),
  );
  const statusOf = (id: string) => statuses.get(id) ?? 'pending';
  return pageGraph(
    await drawSvg(callGraphDot(functions, { title: '', statusOf })),
    state.functions,
  );
}
