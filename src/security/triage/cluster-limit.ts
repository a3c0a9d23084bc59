/** Candidates of one file that are clustered together at most, unless a user says otherwise. */
export const MAX_CLUSTER_CANDIDATES = 50;
