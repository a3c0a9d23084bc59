import { expect, test } from '@jest/globals';
import { CONFIGURATION_FILE } from '../../../src/github/configuration/configuration.ts';
import { gateIn } from '../../../src/github/configuration/gate-in.ts';
import { parseConfiguration } from '../../../src/github/configuration/parse-configuration.ts';

const gate = (own?: string, organisation?: string) =>
  gateIn(parseConfiguration(own, CONFIGURATION_FILE, organisation));

const OWNERS = '.github/rustward.yml of the repository .github';

test('without a file the defaults count, and are of no file', () => {
  expect(gate()).toEqual({ failOn: 'high', limits: [] });
});

test('what the owner settles counts where the repository says nothing, and each says where it stands', () => {
  const organisation = 'review:\n  fail_on: medium\n  fail_above: { low: 20, CWE-416: 0 }\n';
  expect(gate(undefined, organisation).failOnFrom).toBe(`fail_on in ${OWNERS}`);
  expect(gate('review:\n  fail_on: low\n  fail_above: { low: 5 }\n', organisation)).toEqual({
    failOn: 'low',
    failOnFrom: `fail_on in ${CONFIGURATION_FILE}`,
    limits: [
      {
        ...{ of: 'low', most: 5, from: `fail_above in ${CONFIGURATION_FILE}` },
        at: `${CONFIGURATION_FILE}:3`,
      },
      {
        ...{ of: 'CWE-416', most: 0, from: `fail_above in ${OWNERS}` },
        at: `${CONFIGURATION_FILE}:3 of the repository .github`,
      },
    ],
  });
});

test.each(['{ medium: -1 }', '{ medium: many }'])(
  'a limit of another form is a mistake: %s',
  (limits) => {
    expect(() => gate(`review:\n  fail_above: ${limits}\n`)).toThrow(/rustward.yml:2:/);
  },
);
