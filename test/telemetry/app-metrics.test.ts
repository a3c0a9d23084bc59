import { expect, test } from '@jest/globals';
import { openAppMetrics } from '../../src/telemetry/app-metrics.ts';
import { CALL } from '../support/ended-call.ts';

test('the App has what models took, and findings by rule and outcome', async () => {
  const { observer, text } = openAppMetrics(async () => []);
  observer.call(CALL);
  observer.call({ ...CALL, failureKind: 'busy', billed: false });
  observer.tool({ tool: 'read_code', ok: true, milliseconds: 3 });
  observer.tool({ ok: false, milliseconds: 3 });
  const outcomes = [
    { rule: 'unsafe_api', outcome: 'finding', count: 2 },
    { rule: 'unsafe_api', outcome: 'refuted', count: 1 },
  ];
  const findings = new Map([['high', 2]]);
  const triageResults = new Map([['verified', 2]]);
  observer.reviewed({ verdict: 'findings', findings, triageResults, outcomes }, 2500);
  observer.decided('unsafe_api', 'false-positive');
  const metrics = await text();
  for (const line of [
    'rustward_model_calls_total{model="served",role="analyst",outcome="answered"} 1',
    'rustward_model_calls_total{model="served",role="analyst",outcome="busy"} 1',
    'rustward_model_call_seconds_count{model="served",role="analyst"} 2',
    'rustward_model_tokens_total{model="served",role="analyst",kind="in"} 100',
    'rustward_model_cost_dollars_total{model="served",role="analyst"} 0.5',
    'rustward_tool_runs_total{tool="read_code",outcome="ok"} 1',
    'rustward_tool_runs_total{tool="unknown",outcome="error"} 1',
    'rustward_findings_total{severity="high"} 2',
    'rustward_findings_by_rule_total{rule="unsafe_api",outcome="finding"} 2',
    'rustward_findings_by_rule_total{rule="unsafe_api",outcome="refuted"} 1',
    'rustward_runs_total{verdict="findings"} 1',
    'rustward_decisions_total{rule="unsafe_api",decision="false-positive"} 1',
  ]) {
    expect(metrics.split('\n')).toContain(line);
  }
});

test('names without end become one', async () => {
  const { observer, text } = openAppMetrics(async () => []);
  for (let at = 0; at < 2000; at += 1) {
    observer.tool({ tool: `made up ${at}`, ok: true, milliseconds: 1 });
  }
  const lines = (await text())
    .split('\n')
    .filter((one) => one.startsWith('rustward_tool_runs_total{'));
  expect(lines.length).toBeLessThanOrEqual(501);
  expect(lines.at(-1)).toMatch(/^rustward_tool_runs_total\{tool="other",outcome="ok"\} 1500$/);
});
