const MIB = 2 ** 20
/** PostgreSQL's own default: less than that slows small installations without need. */
const LEAST_MIB = 128
/** What analytics ask of a log of ten million events lies in it. */
const MOST_MIB = 1_024
/** The machine is also the product's, and the pages of files that the system keeps serve as well. */
const SHARE = 1 / 8

/** How much the server keeps in memory of its files, in MiB, on a machine with that many bytes. */
export const sharedBuffersMiB = (machineBytes: number): number =>
  Math.round(Math.min(MOST_MIB, Math.max(LEAST_MIB, (machineBytes * SHARE) / MIB)))

/**
 * The memory that this process and its server may use, in bytes.
 * @param allowedBytes what the container allows; 0, or beyond all memory, where nothing is limited
 */
export const usableMemory = (totalBytes: number, allowedBytes: number): number =>
  allowedBytes > 0 ? Math.min(totalBytes, allowedBytes) : totalBytes
