/** The variables of a process, or of one that is to be started. */
export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;
