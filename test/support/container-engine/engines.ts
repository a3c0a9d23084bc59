import { afterAll, describe } from '@jest/globals';
import { startDocker } from './docker.ts';
import type { Engine } from './engine.ts';
import { startPodman } from './podman.ts';

const [podman, docker] = await Promise.all([startPodman(), startDocker()]);

const ENGINES = {
  Podman: { engine: podman, needs: 'podman and busybox' },
  Docker: { engine: docker, needs: 'dockerd, docker, busybox and root' },
};

/** Of the tests that are skipped, which never ask it. */
const ABSENT: Engine = {
  ...{ name: '', program: '', image: '' },
  containers: () => [],
  close: () => Promise.resolve(),
};

afterAll(async () => {
  await Promise.all([podman?.close(), docker?.close()]);
});

/** The tests of one engine: counted as skipped, by its name, on a machine where it does not work. */
export function withEngine(name: keyof typeof ENGINES, tests: (engine: Engine) => void): void {
  const { engine, needs } = ENGINES[name];
  const group = engine === undefined ? describe.skip : describe;
  group(`a container of a real ${name} (needs ${needs})`, () => tests(engine ?? ABSENT));
}
