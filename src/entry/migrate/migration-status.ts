import { basename, join } from 'node:path';
import { loadGrammars } from '../../code/syntax/grammar.ts';
import { loadConfig, sourceFolder } from '../../migration/artifacts/config.ts';
import { loadOrder } from '../../migration/artifacts/order.ts';
import {
  type CFunctionSymbol,
  functionsOf,
  loadPrunedSymbols,
  loadSymbols,
} from '../../migration/artifacts/symbol.ts';
import { loadCrate } from '../../migration/crate/crate-files.ts';
import { hasOwnProgram } from '../../migration/crate/program-files.ts';
import { callGraphDot, type FunctionStatus } from '../../migration/diagrams/call-graph-dot.ts';
import { drawSvg, MAX_DRAWN_FUNCTIONS } from '../../migration/diagrams/svg.ts';
import { gateSettingsOf } from '../../migration/gates/gate-settings.ts';
import { replacedFunctions } from '../../migration/replace/replaced-functions.ts';
import { loadInterfaceWork } from '../../migration/state/interface-work.ts';
import { loadProgress } from '../../migration/state/progress.ts';
import { loadSymbolMap, SYMBOL_MAP_PATH } from '../../migration/state/symbol-map.ts';
import type { FunctionStateName, MigrationState } from '../../migration/status/migration-state.ts';
import { inMigrationOrder, migrationStateOf } from '../../migration/status/migration-state-of.ts';
import { pageGraph } from '../../migration/status/page/graph.ts';
import { scanRootOf } from '../../workspace/files/source-files.ts';
import { crateOfProject, projectStanding } from './project-standing.ts';
import { textLoader } from './replace-libraries.ts';

export interface ProjectStatus {
  readonly state: MigrationState;
  /** The call graph for the page; undefined where it is too large to look at. */
  drawGraph(): Promise<string | undefined>;
}

/**
 * How far the migration of a project has come. Nothing is built and no model is asked.
 * @param path of the project's folder
 * @throws UsageError when it was not scanned yet, or an artifact is damaged
 */
export async function projectStatus(path: string): Promise<ProjectStatus> {
  const { root } = scanRootOf(path);
  const symbols = loadSymbols(root);
  const order = loadOrder(root);
  const progress = loadProgress(root);
  const crate = crateOfProject(root);
  const files = loadCrate(join(root, crate));
  const mapped = loadSymbolMap(root);
  const keepsProgram = hasOwnProgram(files) && !mapped.some(({ c_name }) => c_name === 'main');
  const functions = symbols
    .filter((one) => one.category === 'function')
    .filter(({ name }) => name !== 'main' || !keepsProgram);
  const config = loadConfig(root);
  const scanned = {
    functions: functionsOf(symbols),
    isNew: false,
  };
  const read = textLoader(sourceFolder(root, config));
  const standing = await projectStanding(root, crate, mapped, scanned, read);
  const grammars = loadGrammars();
  const parsers = { rust: await grammars.parser('rust'), c: await grammars.parser('c') };
  const state = migrationStateOf(parsers, {
    project: basename(root),
    functions,
    order,
    replaced: replacedFunctions(symbols, loadPrunedSymbols(root)),
    run: progress,
    mapped: mapped.map((one) => ({ ...one, standing: standing.get(one.c_qname) })),
    records: SYMBOL_MAP_PATH,
    folder: crate,
    crate: files,
    settings: gateSettingsOf(config['gates']),
    besideC: loadInterfaceWork(root).written.map(({ function: name, stands_for: c }) =>
      c === undefined ? name : `${name} (for ${c})`,
    ),
  });
  const ordered = inMigrationOrder({ functions, order });
  return { state, drawGraph: () => draw(ordered, state) };
}

/** As the graph of a scan knows them. */
const STATUS: Readonly<Record<FunctionStateName, FunctionStatus>> = {
  migrated: 'migrated',
  stale: 'migrated',
  uncompared: 'migrated',
  skipped: 'skipped',
  replaced: 'skipped',
  current: 'pending',
  waiting: 'pending',
  blocked: 'blocked',
};

async function draw(
  functions: readonly CFunctionSymbol[],
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
