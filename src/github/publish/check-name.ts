/** The name that branch rules require, and that people see. */
export const CHECK_NAME = 'Rustward security review';
