import { IncompleteError } from '../../errors.ts';
import type { ProcessEnvironment } from '../process/process-environment.ts';
import { findSandbox, type SandboxChoice } from './find-sandbox.ts';
import type { Sandbox } from './sandbox.ts';

/** The sandbox that the environment of a process allows: programs of `PATH`, and the image that it names. */
export async function openSandbox(
  env: ProcessEnvironment,
  choice: Pick<SandboxChoice, 'allowUnsandboxed'> = {},
): Promise<Sandbox> {
  const image = env['RUSTWARD_SANDBOX_IMAGE'] || undefined;
  return await findSandbox({ ...choice, image, path: env['PATH'] });
}

/** @throws IncompleteError where a sandbox does not isolate what it runs */
export function requireIsolation(sandbox: Sandbox): void {
  if (sandbox.isolates) return;
  throw new IncompleteError(`nothing can be built without a sandbox: ${sandbox.description}`);
}
