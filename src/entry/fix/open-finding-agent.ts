import type { AgentListener } from '../../agent/agent-events.ts';
import type { ReadyModel } from '../../model/open-model.ts';
import type { FixDeps } from '../../security/fix/draft-fix.ts';
import { scan } from '../../security/scan/scan.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import { openSandbox } from '../../workspace/sandbox/open-sandbox.ts';
import { rustToolchain } from '../../workspace/toolchain/rust-toolchain.ts';
import { openScan } from '../review/open-scan.ts';
import type { TreeOptions } from '../review/review-options.ts';
import { scanOptions } from '../review/scan-options.ts';

/** What one agent may use up on a finding, beside its time. */
const LIMITS = { turns: 40, tokens: 600_000 };

/** Who asks, how, and for how long. */
export interface FindingAgentRequest {
  readonly options: TreeOptions;
  readonly maxMinutes: number;
  readonly env: ProcessEnvironment;
  readonly signal: AbortSignal;
  readonly listeners: readonly AgentListener[];
  /** Notes of the repository's maintainers. */
  readonly notes?: string | undefined;
}

/** What an agent about one finding of a tree works with: a model, a sandbox, and the scan of that tree. */
export async function openFindingAgent(
  root: string,
  { model, costOf }: Pick<ReadyModel, 'model' | 'costOf'>,
  { options, maxMinutes, env, signal, listeners, notes }: FindingAgentRequest,
): Promise<FixDeps> {
  const { deps } = await openScan(root, options);
  return {
    ...{ model, costOf, grammars: deps.grammars, signal, listeners, notes },
    limits: { ...LIMITS, seconds: maxMinutes * 60 },
    sandbox: await openSandbox(env),
    scan: (folder) => scan(scanOptions(folder, options), deps),
    rustToolchain: rustToolchain(env['PATH'], env['RUSTUP_HOME']),
  };
}
