const MIB = 2 ** 20
/** PostgreSQL's default; less would slow small installations. */
const LEAST_MIB = 128
/** Fits the pages that analytics read for a log of ten million events. */
const MOST_MIB = 1_024
/** The product needs memory too, and the system's page cache serves as well. */
const FRACTION = 1 / 8

export const sharedBuffersMiB = (machineBytes: number): number =>
  Math.round(Math.min(MOST_MIB, Math.max(LEAST_MIB, (machineBytes * FRACTION) / MIB)))

/** @param allowedBytes the container's limit; 0, or more than all memory, means none */
export const usableMemory = (totalBytes: number, allowedBytes: number): number =>
  allowedBytes > 0 ? Math.min(totalBytes, allowedBytes) : totalBytes
