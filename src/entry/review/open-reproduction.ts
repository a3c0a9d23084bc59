import { accessSync, constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { IncompleteError, messageOf } from '../../errors.ts';
import { findClang } from '../../migration/scan/clang-program.ts';
import type { ReproductionTools } from '../../security/reproduce/build-driver.ts';
import type { DataSources } from '../../security/reproduce/data/try-inputs.ts';
import { Reproducer } from '../../security/reproduce/reproducer.ts';
import type { ReproductionPlan } from '../../security/triage/reproduce-stage.ts';
import type { ProcessEnvironment } from '../../workspace/process/process-environment.ts';
import type { Sandbox } from '../../workspace/sandbox/sandbox.ts';
import { findProgram } from '../../workspace/toolchain/find-program.ts';

export interface ReproductionRequest {
  /** Whether findings are run at all. */
  readonly reproduce: boolean;
  /** The head, and the commit that it is compared with. */
  readonly root: string;
  readonly base: string | undefined;
  /** The files of the head, lowered. */
  readonly unit: DataSources['unit'];
  readonly sandbox: Sandbox;
  readonly env: ProcessEnvironment;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls `use` with what runs findings: nothing where that was not asked for or there is no change, and why not where
 * the machine lacks something. Nothing runs without a sandbox, whatever else is allowed.
 */
export async function withReproduction<Result>(
  request: ReproductionRequest,
  use: (plan: ReproductionPlan | undefined) => Promise<Result>,
): Promise<Result> {
  const { reproduce, base, root, unit, sandbox, env, signal } = request;
  if (!reproduce || base === undefined) return await use(undefined);
  if (!sandbox.isolates) {
    return await use({ kind: 'unavailable', why: `there is ${sandbox.description}` });
  }
  const tools = await findTools(env);
  if ('why' in tools) return await use({ kind: 'unavailable', why: tools.why });
  const reproducer = new Reproducer({ root, base, tools, sandbox, signal });
  try {
    return await use({ kind: 'ready', base, reproducer, unit });
  } finally {
    await reproducer.close();
  }
}

async function findTools(
  env: ProcessEnvironment,
): Promise<ReproductionTools | { readonly why: string }> {
  try {
    const { program, tools } = await findClang(env);
    const beside = join(dirname(program), 'llvm-symbolizer');
    const symbolizer = isProgram(beside) ? beside : findProgram('llvm-symbolizer', env['PATH']);
    if (symbolizer === undefined && findProgram('addr2line', env['PATH']) === undefined) {
      return { why: 'there is neither llvm-symbolizer nor addr2line, which name lines of code' };
    }
    return { clang: program, symbolizer, folders: tools };
  } catch (thrown) {
    if (!(thrown instanceof IncompleteError)) throw thrown;
    return { why: messageOf(thrown) };
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
