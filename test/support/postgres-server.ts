import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { findProgram } from '../../src/workspace/toolchain/find-program.ts';
import { eventually } from './eventually.ts';
import { madeOnce } from './made-once.ts';

const NOBODY = 65534;
/** On a busy machine; it mostly takes one second. */
const START_MILLISECONDS = 120_000;
const isRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root. */
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** Debian keeps them out of the PATH. */
const programs = findPrograms();

/** Whether this machine has a PostgreSQL to start. */
export const hasPostgres = programs !== undefined;

/** A PostgreSQL of our own, in a temporary folder, reached through a socket in it. */
export interface PostgresServer {
  /** Makes an empty database and returns its URL. */
  createDatabase(): Promise<string>;
  /** As when the machine is turned off, but for what the disk would lose. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops where it is, as when its machine hangs: connections stay, and get no answers. */
  pause(): void;
  resume(): void;
  /** Ends it and removes all of it. */
  close(): Promise<void>;
}

export async function openPostgresServer(): Promise<PostgresServer> {
  if (programs === undefined) throw new Error('there is no PostgreSQL on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'rustward-test-'));
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const files = join(folder, 'data');
  await copyCluster(programs, files);
  const urlOf = (database: string) => `postgres://test@localhost/${database}?host=${folder}`;
  const settings = ['listen_addresses=', 'fsync=off', 'max_connections=60', 'shared_buffers=64MB'];
  const options = settings.flatMap((setting) => ['-c', setting]);
  let server: ChildProcess | undefined;
  let databases = 0;

  const start = async () => {
    const postgres = join(programs, 'postgres');
    server = spawn(postgres, ['-D', files, '-k', folder, ...options], { ...user, stdio: 'ignore' });
    await eventually(() => ask(urlOf('postgres'), 'SELECT 1'), START_MILLISECONDS);
  };
  const stop = async () => {
    const stopping = server;
    if (stopping === undefined || stopping.exitCode !== null) return;
    const ended = new Promise((resolve) => stopping.once('exit', resolve));
    stopping.kill('SIGQUIT');
    await ended;
  };
  /** To the server, and to the processes that it has for its connections. */
  const signal = (name: NodeJS.Signals) => {
    const pid = server?.pid ?? 0;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    for (const id of [pid, ...children.map(Number)]) if (id > 0) process.kill(id, name);
  };
  await start();
  return {
    start,
    stop,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async createDatabase() {
      databases += 1;
      const name = `test_${databases}`;
      await ask(urlOf('postgres'), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Puts a cluster of databases into a folder; to make one takes two seconds, so that it is kept. */
async function copyCluster(folder: string, files: string): Promise<void> {
  const initdb = join(folder, 'initdb');
  const version = execFileSync(initdb, ['--version'], { encoding: 'utf8' });
  const kept = await madeOnce('postgres', version.replace(/\W+/g, '-'), (made) => {
    const quick = ['--auth', 'trust', '--username', 'test', '--no-sync', '--encoding', 'UTF8'];
    // PostgreSQL's user may not get as far as our packages.
    const place = mkdtempSync(join(tmpdir(), 'rustward-test-'));
    if (isRoot) chownSync(place, NOBODY, NOBODY);
    const args = ['--pgdata', place, ...quick, '--locale', 'C.UTF-8'];
    execFileSync(initdb, args, { ...user, stdio: 'pipe' });
    cpSync(place, join(made, 'data'), { recursive: true });
    rmSync(place, { recursive: true });
  });
  cpSync(join(kept, 'data'), files, { recursive: true });
  chmodSync(files, 0o700);
  if (!isRoot) return;
  for (const name of ['', ...readdirSync(files, { recursive: true, encoding: 'utf8' })]) {
    chownSync(join(files, name), NOBODY, NOBODY);
  }
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => {});
  }
}

function findPrograms(): string | undefined {
  const inPath = findProgram('initdb');
  if (inPath !== undefined) return dirname(inPath);
  return globSync('/usr/lib/postgresql/*/bin')
    .sort()
    .findLast((folder) => existsSync(join(folder, 'initdb')));
}
