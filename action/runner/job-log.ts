import { randomUUID } from 'node:crypto';
import * as core from '@actions/core';
import { onOneLine, visibleText } from '../../src/page/visible-text.ts';

/**
 * What the step prints. Except during a command of our own, the runner is told to take no commands
 * from the output, so that no name, line or message of a repository, a tool or a model can issue one.
 */
export class JobLog {
  private readonly token = randomUUID();

  constructor() {
    this.fence();
  }

  /** Prints one line. */
  line(text: string): void {
    core.info(shown(text));
  }

  warning(text: string): void {
    this.command(() => core.warning(shown(text)));
  }

  notice(text: string): void {
    this.command(() => core.notice(shown(text)));
  }

  /** Prints lines that can be folded away. */
  group(title: string, lines: readonly string[]): void {
    this.openGroup(title);
    for (const line of lines) this.line(line);
    this.closeGroup();
  }

  /** Prints what the work prints so that it can be folded away; what is printed of an error stands below. */
  async inGroup<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
    this.openGroup(title);
    try {
      return await work();
    } finally {
      this.closeGroup();
    }
  }

  /** Has `issue` print commands to the runner: functions of `@actions/core`, which escape their text. */
  command(issue: () => void): void {
    this.end();
    issue();
    this.fence();
  }

  private openGroup(title: string): void {
    this.command(() => core.startGroup(shown(title)));
  }

  private closeGroup(): void {
    this.command(() => core.endGroup());
  }

  /** Takes the fence away, which would otherwise stay for what others print after us. */
  end(): void {
    core.info(`::${this.token}::`);
  }

  private fence(): void {
    core.info(`::stop-commands::${this.token}`);
  }
}

function shown(text: string): string {
  return visibleText(onOneLine(text));
}
