import { buildOptionsIn } from '../configuration/build-options.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { WorkerRequestFor } from './protocol.ts';

/** How the code is compiled, as a request says it. */
export function buildRequest(configuration: Configuration): WorkerRequestFor<'review'>['build'] {
  const { define, undefine, include, target, compileCommands } = buildOptionsIn(configuration);
  return {
    ...{ define: [...define], undefine: [...undefine], include: [...include] },
    ...{ target, compileCommands: compileCommands && [...compileCommands] },
  };
}
