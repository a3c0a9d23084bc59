import { setSecret } from '@actions/core';
import { UsageError } from '../../src/errors.ts';
import type { ProcessEnvironment } from '../../src/workspace/process/process-environment.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { JobLog } from './job-log.ts';

/** Where models are looked up, and why none is asked, where that is settled. */
export interface ModelEnvironment {
  readonly env: ProcessEnvironment;
  readonly whyNoModel: string | undefined;
}

/**
 * The environment of the step with what the inputs say of models. The key of an input is hidden from
 * the log from here on.
 * @param isForeign whether the change comes from a fork, which is given no secrets
 * @throws UsageError for inputs that name a model, and no provider
 */
export function modelEnvironment(
  { model: { baseUrl, name, key, prices } }: Inputs,
  stepEnv: ProcessEnvironment,
  isForeign: boolean,
  log: JobLog,
): ModelEnvironment {
  if (key !== undefined) log.command(() => setSecret(key));
  const fromInputs = {
    RUSTWARD_MODEL_BASE_URL: baseUrl,
    RUSTWARD_MODEL_NAME: name,
    RUSTWARD_MODEL_KEY: key,
    RUSTWARD_MODEL_PRICES: prices,
  };
  const set = Object.entries(fromInputs).filter(([, value]) => value !== undefined);
  // Answers that an earlier run kept are believed only where the workflow says so.
  const unset = { RUSTWARD_MODEL_CACHE: stepEnv['RUSTWARD_MODEL_CACHE'] || 'off' };
  const env: ProcessEnvironment = { ...stepEnv, ...unset, ...Object.fromEntries(set) };
  const { RUSTWARD_MODEL_BASE_URL, RUSTWARD_MODEL_NAME, RUSTWARD_MODEL_KEY } = env;
  // What looks the variables up would name them, and a workflow may have inputs alone.
  const given = name === undefined ? key && 'model-key' : 'model-name';
  if (given !== undefined && !RUSTWARD_MODEL_BASE_URL) {
    throw new UsageError(
      `the input ${given} is set without model-base-url, the address of the provider; set both, or neither`,
    );
  }
  const isDescribed = Boolean(RUSTWARD_MODEL_BASE_URL) || Boolean(RUSTWARD_MODEL_NAME);
  if (!isForeign || !isDescribed || RUSTWARD_MODEL_KEY) return { env, whyNoModel: undefined };
  return { env, whyNoModel: 'the change comes from a fork or from Dependabot, without secrets' };
}
