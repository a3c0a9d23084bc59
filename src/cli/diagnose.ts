import { UsageError } from '../errors.ts';
import { checkModel } from '../model/check-model.ts';
import { type Clock, SYSTEM_CLOCK } from '../model/clock.ts';
import type { ModelFlags } from '../model/configuration/load-configuration.ts';
import type { ModelConfiguration, ModelSettings } from '../model/configuration/settings.ts';
import { Budget } from '../model/cost/budget.ts';
import { TIERS } from '../model/model.ts';
import { type OpenedModel, openModel } from '../model/open-model.ts';
import { servedWindow } from '../model/served-window.ts';
import type { ProcessEnvironment } from '../workspace/process/process-environment.ts';
import { proxiesOf, shownProxy } from '../workspace/proxy.ts';
import { openSandbox } from '../workspace/sandbox/open-sandbox.ts';
import { toolVersion } from '../workspace/toolchain/tool-version.ts';
import { diagnoseApp } from './diagnose-app.ts';
import type { Diagnosis, Use } from './diagnosis.ts';
import { isNeeded, readinessOf } from './readiness.ts';

interface DoctorRequest {
  readonly flags: ModelFlags;
  readonly env: ProcessEnvironment;
  /** Whether models are called, which may cost money. */
  readonly askModel: boolean;
  /** What the machine is to be ready for; scans and reviews when missing, and migrations are told apart. */
  readonly use?: Use | undefined;
  readonly clock?: Clock;
}

interface Tool {
  readonly name: string;
  readonly purpose: string;
  readonly install: string;
}

const TOOLS: readonly Tool[] = [
  {
    name: 'git',
    purpose: 'reviews compare commits with it',
    install: 'install git (Debian, Ubuntu: sudo apt-get install git)',
  },
  {
    name: 'clang',
    purpose: 'only migrating C to Rust needs it',
    install: 'install clang (Debian, Ubuntu: sudo apt-get install clang)',
  },
  {
    name: 'cargo',
    purpose: 'only migrating C to Rust needs it',
    install: 'install Rust from https://rustup.rs',
  },
];

/** Looks at everything that Rustward needs or can use, in a fixed order. */
export async function diagnose(request: DoctorRequest): Promise<Diagnosis[]> {
  const { env, use } = request;
  const tools = await Promise.all(TOOLS.map((tool) => diagnoseTool(tool, env['PATH'], use)));
  const diagnoses: Diagnosis[] = [
    { what: 'node', state: 'ok', found: process.versions.node },
    ...tools,
    await diagnoseSandbox(env, use),
    ...diagnoseProxies(env),
    ...(await diagnoseModels(request)),
    ...(await diagnoseApp(env)),
  ];
  return [...diagnoses, ...readinessOf(diagnoses, use)];
}

async function diagnoseTool(
  tool: Tool,
  path: string | undefined,
  use: Use | undefined,
): Promise<Diagnosis> {
  const { name: what, purpose, install: advice } = tool;
  const state = isNeeded(what, use) ? 'failed' : 'missing';
  const found = await toolVersion(what, path);
  if (found.kind === 'absent') {
    return { what, state, found: `not on the PATH; ${purpose}`, advice };
  }
  if (found.kind === 'found') {
    return { what, state: 'ok', found: `${found.version} at ${found.path}` };
  }
  return { what, state, found: `${found.path} does not work: ${found.problem}`, advice };
}

async function diagnoseSandbox(env: ProcessEnvironment, use: Use | undefined): Promise<Diagnosis> {
  const sandbox = await openSandbox(env);
  const what = 'sandbox';
  if (sandbox.isolates) return { what, state: 'ok', found: sandbox.description };
  const found = 'none, so nothing of a repository can be run; scans and reviews run nothing';
  const state = isNeeded(what, use) ? 'failed' : 'missing';
  return { what, state, found, advice: sandbox.description };
}

function diagnoseProxies(env: ProcessEnvironment): Diagnosis[] {
  const what = 'proxy';
  const proxies = proxiesOf(env);
  if (proxies === undefined) return [];
  const ways = (['https', 'http'] as const).flatMap((scheme) => {
    const address = proxies[scheme];
    return address === undefined ? [] : [`${scheme} by way of ${shownProxy(address)}`];
  });
  return [{ what, state: 'ok', found: `${ways.join(', ')}; not for ${proxies.none.join(', ')}` }];
}

async function diagnoseModels(request: DoctorRequest): Promise<Diagnosis[]> {
  const { flags, env, askModel, use, clock = SYSTEM_CLOCK } = request;
  const what = 'models';
  const notes: string[] = [];
  let opened: OpenedModel;
  try {
    opened = openModel(flags, env, (line) => notes.push(line), clock);
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return [{ what, state: 'wrong', found: thrown.message, advice: 'docs/models.md explains it' }];
  }
  if (opened.kind === 'none') {
    const state = askModel || isNeeded(what, use) ? 'failed' : 'missing';
    const found = `${opened.reason}; scans and reviews run without one`;
    return [{ what, state, found, advice: 'docs/models.md says how to configure one' }];
  }
  const { configuration, redact } = opened;
  if (configuration === undefined) {
    return [
      { what, state: 'ok', found: `answers come from the recording ${env['RUSTWARD_REPLAY']}` },
    ];
  }
  const result: Diagnosis[] = [
    { what, state: 'ok', found: describeModels(configuration) },
    ...notes.map((note) => ({ what, state: 'note' as const, found: note })),
  ];
  if (!askModel) return result;
  const budget = new Budget(configuration.caps);
  const all = TIERS.flatMap((tier) => configuration.tiers[tier]);
  const distinct = new Map(all.map((settings) => [settings.name, settings]));
  for (const settings of distinct.values()) {
    result.push(await diagnoseModel(settings, { clock, budget, redact }));
  }
  return result;
}

async function diagnoseModel(
  settings: ModelSettings,
  deps: Parameters<typeof checkModel>[1],
): Promise<Diagnosis> {
  const { name: what, prices, window } = settings;
  const { problem, took } = await checkModel(settings, deps);
  if (problem !== undefined) {
    return { what, state: 'failed', found: problem, advice: adviceFor(settings) };
  }
  const served = await servedWindow(settings);
  if (served !== undefined && served.tokens < window) {
    return {
      ...{ what, state: 'failed' },
      found: `answers, but its server holds ${served.tokens} tokens, and its window is ${window}`,
      advice: `start it with: ${served.remedy}, or set window: ${served.tokens}`,
    };
  }
  const tokens = `${took.input + took.output} tokens`;
  const cost = prices === undefined ? 'price unknown' : `$${took.cost.toFixed(6)}`;
  return { what, state: 'ok', found: `answers (${tokens}, ${cost})` };
}

function describeModels({ group, tiers }: ModelConfiguration): string {
  const lists = TIERS.map((tier) => `${tier}: ${tiers[tier].map(({ name }) => name).join(', ')}`);
  return `group ${group} (${lists.join('; ')})`;
}

function adviceFor({ baseUrl, interface: wire }: ModelSettings): string {
  return `check key, model, interface (${wire}) and baseUrl (${baseUrl}) in the configuration, and the network`;
}
