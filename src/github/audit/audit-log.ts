import { appendFileSync } from 'node:fs';
import { messageOf } from '../../errors.ts';
import type { InstallationClients, SentWrite } from '../api/installation-clients.ts';
import type { Command } from '../commands/command.ts';
import { wishOf } from './wish.ts';

/** Writes down what is written to GitHub. */
export interface AuditLog {
  add(write: SentWrite, command: Command): void;
}

/**
 * The audit log in a file: one JSON object a line for each request that changes something on GitHub, with
 * who wished for it. No line holds what was written. The file is opened for each line, so that another
 * program may move it away at any time.
 * @param onProblem hears when a line cannot be written; what it is about has happened by then
 */
export function openAuditLog(path: string, onProblem: (problem: string) => void): AuditLog {
  return {
    add({ method, path: place, mutation, status }, command) {
      const { owner, name } = command.repository;
      const line = {
        ...{ time: new Date().toISOString(), repository: `${owner}/${name}` },
        ...{ method, path: place, ...(mutation !== undefined && { mutation }), status },
        ...wishOf(command),
      };
      try {
        appendFileSync(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
      } catch (thrown) {
        onProblem(messageOf(thrown));
      }
    },
  };
}

/** The way to GitHub while a command is carried out: what is written goes into the log. */
export function auditedClients<Clients extends InstallationClients>(
  clients: Clients,
  command: Command,
  log: AuditLog,
): Clients {
  return {
    ...clients,
    client: (installation, repository, permissions) =>
      clients.client(installation, repository, permissions, (write) => log.add(write, command)),
  };
}
