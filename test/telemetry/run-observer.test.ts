import { expect, test } from '@jest/globals';
import type { AgentEvent } from '../../src/agent/agent-events.ts';
import { Ledger } from '../../src/model/cost/ledger.ts';
import {
  allObservers,
  type RunObserver,
  redactedObserver,
} from '../../src/telemetry/run-observer.ts';
import { CALL } from '../support/ended-call.ts';

function recorder() {
  const heard: unknown[] = [];
  const observer: RunObserver = {
    stage: (...what) => heard.push(what),
    agent: (event) => heard.push(event),
    call: (call) => heard.push(call),
    step: (step) => heard.push(step),
    end: (summary) => heard.push(summary),
  };
  return { heard, observer };
}

const BROKEN: RunObserver = { stage: fail, agent: fail, call: fail, step: fail, end: fail };

function fail(): never {
  throw new Error('broken');
}

const STARTED: AgentEvent = { kind: 'task-started', role: 'analyst', subject: 'a.c|0|0' };

test('an observer that fails costs neither the run nor the others anything', () => {
  const { heard, observer } = recorder();
  const all = allObservers([BROKEN, observer]);
  all.stage('analyze', 0, 2);
  all.agent(STARTED);
  all.call(CALL);
  expect(heard).toEqual([['analyze', 0, 2], STARTED, CALL]);
});

test('a listener that fails costs no call', () => {
  const ledger = new Ledger();
  ledger.listen(fail);
  ledger.add(CALL);
  expect(ledger.total().calls).toBe(1);
});

test('no subject carries a secret on, and no call the words of a provider', () => {
  const { heard, observer } = recorder();
  const redacted = redactedObserver(observer, (text) => text.replaceAll('s3cret', '[redacted]'));
  redacted.agent({ ...STARTED, subject: 's3cret.c|0' });
  const conversation = { ...CALL.conversation, subject: 's3cret.c|0' };
  redacted.call({ ...CALL, conversation, failure: 'it said s3cret' });
  redacted.step({ name: 's3cret', outcome: 'migrated', milliseconds: 1 });
  redacted.agent({ kind: 'listener-failed', error: new Error('x') });
  expect(JSON.stringify(heard)).not.toContain('s3cret');
  expect(heard[1]).not.toHaveProperty('failure');
});
