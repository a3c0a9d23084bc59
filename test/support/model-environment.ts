import type { ModelServer } from '../fakes/open-model-server.ts';
import { MODEL_KEY, PRICES } from './served-review.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The variables with which a process asks the model of a server, with few tries and no cache. */
export function modelEnvironment({
  baseUrl,
}: Pick<ModelServer, 'baseUrl'>): Record<string, string> {
  const entry = {
    ...{ baseUrl, model: 'm', keyVariable: 'RUSTWARD_TEST_KEY', prices: PRICES, attempts: 1 },
    ...{ silenceSeconds: 5, window: 60_000, maxOutput: 4000 },
  };
  const file = { models: { served: entry }, groups: { test: { normal: ['served'] } } };
  const home = temporaryFolder({ 'models.json5': JSON.stringify(file) });
  return {
    ...{ HOME: home, RUSTWARD_TEST_KEY: MODEL_KEY, RUSTWARD_MODEL_CACHE: 'off' },
    // Whoever needs the home of this machine, for cargo, writes down no costs there.
    ...{ RUSTWARD_MODEL_FILE: `${home}/models.json5`, XDG_DATA_HOME: home },
  };
}
