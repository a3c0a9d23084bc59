import { setSecret } from '@actions/core';
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
  const isDescribed = Boolean(RUSTWARD_MODEL_BASE_URL) || Boolean(RUSTWARD_MODEL_NAME);
  if (!isForeign || !isDescribed || RUSTWARD_MODEL_KEY) return { env, whyNoModel: undefined };
  return { env, whyNoModel: 'the change comes from a fork or from Dependabot, without secrets' };
}
