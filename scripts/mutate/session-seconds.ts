import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts hundredths of a second, wherever Node.js runs. */
const TICKS = 100;

/**
 * The seconds of a processor that the processes of a session have taken, with those that they have waited for. On a busy
 * machine that says more of a test than the time of day.
 * @param leader the process that began the session
 * @returns undefined where the system does not say it
 */
export function sessionSeconds(leader: number): number | undefined {
  let ticks: number | undefined;
  for (const name of processes()) {
    const stat = statOf(name);
    // What follows the name of the program, which may hold anything: state, parent, group, session.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[3] !== `${leader}`) continue;
    for (const field of fields.slice(11, 15)) ticks = (ticks ?? 0) + Number(field);
  }
  return ticks === undefined ? undefined : ticks / TICKS;
}

function processes(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function statOf(name: string): string {
  try {
    return readFileSync(`/proc/${name}/stat`, 'latin1');
  } catch {
    // It has ended.
    return '';
  }
}
