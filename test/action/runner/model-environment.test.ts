import { describe, expect, test } from '@jest/globals';
import { type Inputs, parseInputs } from '../../../action/inputs/inputs.ts';
import { JobLog } from '../../../action/runner/job-log.ts';
import {
  type ModelEnvironment,
  modelEnvironment,
} from '../../../action/runner/model-environment.ts';
import { UsageError } from '../../../src/errors.ts';
import { printedBy } from '../../support/printed-by.ts';

const PROVIDER = 'https://models.example/v1';

/** The environment for models of a step with these inputs and variables. */
async function environment(
  model: Partial<Inputs['model']> = {},
  stepEnv: Readonly<Record<string, string>> = {},
  isForeign = false,
) {
  const none = { baseUrl: undefined, name: undefined, key: undefined, prices: undefined };
  const inputs: Inputs = { ...parseInputs(), model: { ...none, ...model } };
  const made: ModelEnvironment[] = [];
  const printed = await printedBy(() => {
    made.push(modelEnvironment(inputs, stepEnv, isForeign, new JobLog()));
  });
  const [{ env, whyNoModel } = { env: {}, whyNoModel: undefined }] = made;
  return { env, whyNoModel, printed };
}

describe('the environment for models', () => {
  test('has what the inputs say, before what the step has, and the rest of the step', async () => {
    const model = { baseUrl: PROVIDER, name: 'm', key: 'k', prices: '1,1,1' };
    const stepEnv = { RUSTWARD_MODEL_NAME: 'other', RUSTWARD_MODEL_KEY: 'other', HOME: '/h' };
    expect(await environment(model, stepEnv)).toMatchObject({
      env: {
        ...{ RUSTWARD_MODEL_BASE_URL: PROVIDER, RUSTWARD_MODEL_NAME: 'm' },
        ...{ RUSTWARD_MODEL_KEY: 'k', RUSTWARD_MODEL_PRICES: '1,1,1' },
        ...{ RUSTWARD_MODEL_CACHE: 'off', HOME: '/h' },
      },
      whyNoModel: undefined,
    });
  });

  test('has what the step has where the inputs say nothing', async () => {
    const stepEnv = { RUSTWARD_MODEL_BASE_URL: PROVIDER, RUSTWARD_MODEL_KEY: 'k' };
    expect((await environment({}, stepEnv)).env).toEqual({
      ...stepEnv,
      RUSTWARD_MODEL_CACHE: 'off',
    });
  });

  test('uses answers of an earlier run only where the workflow names their folder', async () => {
    expect(
      (await environment({}, { RUSTWARD_MODEL_CACHE: '/c' })).env['RUSTWARD_MODEL_CACHE'],
    ).toBe('/c');
    expect((await environment({}, { RUSTWARD_MODEL_CACHE: '' })).env['RUSTWARD_MODEL_CACHE']).toBe(
      'off',
    );
  });
});

test('the key of an input is hidden from the log, by a command that the runner takes', async () => {
  const { printed } = await environment({ baseUrl: PROVIDER, key: 'secret-key' });
  const fences = [...printed.matchAll(/^::stop-commands::(.*)$/gm)];
  expect(fences).toHaveLength(2);
  const [before, after] = printed.split('::add-mask::secret-key\n');
  expect(before?.endsWith(`::${fences[0]?.[1]}::\n`)).toBe(true);
  expect(after).toMatch(/^::stop-commands::/);
});

test('without a key there is nothing to hide', async () => {
  expect((await environment({ baseUrl: PROVIDER })).printed).not.toContain('add-mask');
});

test.each([
  [{ name: 'm' }, 'model-name'],
  [{ name: 'm', key: 'k' }, 'model-name'],
  [{ key: 'k' }, 'model-key'],
])('%j without a provider is refused, by the name of the input', async (model, name) => {
  await expect(environment(model)).rejects.toThrow(UsageError);
  await expect(environment(model)).rejects.toThrow(
    `the input ${name} is set without model-base-url`,
  );
});

test('the provider may be one that the step has', async () => {
  const { env } = await environment({ name: 'm' }, { RUSTWARD_MODEL_BASE_URL: PROVIDER });
  expect(env['RUSTWARD_MODEL_NAME']).toBe('m');
});

describe('for a change that is given no secrets', () => {
  test.each([
    ['a provider', { baseUrl: PROVIDER }, {}],
    ['the provider of the step', {}, { RUSTWARD_MODEL_BASE_URL: PROVIDER }],
    ['a name of a model of the step', {}, { RUSTWARD_MODEL_NAME: 'm' }],
  ])('no model is asked with %s, and why is said', async (_what, model, stepEnv) => {
    expect((await environment(model, stepEnv, true)).whyNoModel).toContain('fork');
    expect((await environment(model, stepEnv, false)).whyNoModel).toBeUndefined();
  });

  test('a model is asked where there is a key, and nothing is said where there is none', async () => {
    const model = { baseUrl: PROVIDER, key: 'k' };
    expect((await environment(model, {}, true)).whyNoModel).toBeUndefined();
    expect((await environment({}, {}, true)).whyNoModel).toBeUndefined();
  });
});
