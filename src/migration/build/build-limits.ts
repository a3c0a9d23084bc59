const GIGABYTE = 1024 ** 3;

/** What a build or a test run of a whole project may use of a sandbox, but for its time. */
export const BUILD_LIMITS = {
  ...{ memoryBytes: 4 * GIGABYTE, processes: 512 },
  ...{ diskBytes: 2 * GIGABYTE, fileBytes: GIGABYTE, outputBytes: 4 * 1024 ** 2 },
} as const;
