/** The environment variables of a process by name, as in `process.env`. */
export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;
