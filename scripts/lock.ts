/**
 * Rewrites package-lock.json so that it works on any machine and any mirror: no download
 * addresses, and an entry for every optional platform package. (A mirror that does not carry a
 * platform's package makes `npm install` leave its entry out; `npm ci` then refuses the lock
 * file.) Run `npm run lock` after any change to the dependencies.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

const SYSTEMS = words('android darwin freebsd linux netbsd openbsd openharmony sunos aix win32');
const PROCESSORS = words('arm64 x64 ia32 arm ppc64 riscv64 s390x loong64 mips64el wasm32');

const Entry = z.record(z.string(), z.unknown());
const Lock = z.looseObject({ packages: z.record(z.string(), Entry) });
const Versions = z.record(z.string(), z.string()).default({});

type Packages = z.infer<typeof Lock>['packages'];

const raw: unknown = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { packages } = Lock.parse(raw);
// The keys npm wrote keep their order, so that npm's next write changes nothing else.
const rewritten = { ...Entry.parse(raw), packages: portable(packages) };
const text = `${JSON.stringify(rewritten, null, 2)}\n`;
writeFileSync('package-lock.json', text);
// node_modules already is what the new lock file says: scripts/setup need not install again.
writeFileSync(
  'node_modules/.rustward-lock',
  `${createHash('sha256').update(text).digest('hex')}\n`,
);

function portable(packages: Packages): Packages {
  const result: Packages = {};
  for (const [path, { resolved: _address, ...entry }] of Object.entries(packages)) {
    result[path] = entry;
    for (const [name, version] of Object.entries(Versions.parse(entry['optionalDependencies']))) {
      if (isLocked(packages, path, name)) continue;
      result[`node_modules/${name}`] = platformEntry(name, version, entry['dev'] === true);
    }
  }
  return Object.fromEntries(
    Object.entries(result).sort(([a], [b]) => (a < b ? -1 : Number(a > b))),
  );
}

function isLocked(packages: Packages, path: string, name: string): boolean {
  return [`${path}/node_modules/${name}`, `node_modules/${name}`].some((key) => key in packages);
}

function platformEntry(name: string, version: string, dev: boolean): Record<string, unknown> {
  const parts = name.split(/[/-]/);
  const os = SYSTEMS.filter((system) => parts.includes(system));
  const cpu = PROCESSORS.filter((processor) => parts.includes(processor));
  if (os.length + cpu.length === 0) {
    throw new Error(`${name}: no platform in its name; add its entry to package-lock.json by hand`);
  }
  return {
    version,
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    optional: true,
    ...(os.length > 0 && { os }),
    ...(parts.includes('musl') && { libc: ['musl'] }),
  };
}

function words(list: string): string[] {
  return list.split(' ');
}
