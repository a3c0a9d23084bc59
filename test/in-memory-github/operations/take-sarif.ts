import type { Alert, AlertInstance } from '../state/code-scanning.ts';
import type { Repository } from '../state/repository.ts';
import { timestamp, type World } from '../state/world.ts';
import { categoryOf, type SarifRun } from './sarif.ts';

/** A run takes the place of the last one of its tool and category on that ref. */
export function takeRun(
  world: World,
  { alerts }: Repository,
  run: SarifRun,
  { ref, commit }: { readonly ref: string; readonly commit: string },
): void {
  const tool = run.tool.driver.name;
  const category = categoryOf(run);
  for (const alert of alerts.values()) {
    if (alert.tool !== tool) continue;
    for (const one of alert.instances) if (isOf(one, ref, category)) one.fixed ??= timestamp(world);
  }
  for (const { ruleId: rule, level, message, locations, partialFingerprints } of run.results) {
    const { artifactLocation, region } = locations[0].physicalLocation;
    const [path, line] = [artifactLocation.uri, region.startLine];
    // Of all fingerprints, GitHub knows this one.
    const hash = partialFingerprints['primaryLocationLineHash'] ?? `line ${line}`;
    const key = JSON.stringify([tool, rule, path, hash]);
    const alert: Alert = alerts.get(key) ?? {
      ...{ number: alerts.size + 1, tool, rule, level, created: timestamp(world) },
      ...{ instances: [], dismissed: undefined },
    };
    alerts.set(key, alert);
    const old = alert.instances.findIndex((one) => isOf(one, ref, category));
    if (old >= 0) alert.instances.splice(old, 1);
    const endLine = region.endLine ?? line;
    const place = { path, startLine: line, endLine, message: message.text };
    alert.instances.push({ ref, category, commit, fixed: undefined, ...place });
  }
}

function isOf(instance: AlertInstance, ref: string, category: string): boolean {
  return instance.ref === ref && instance.category === category;
}
