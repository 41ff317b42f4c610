import { totalmem } from 'node:os'

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

const KEPT = {
  unix_socket_directories: '',
  shared_buffers: `${sharedBuffersMiB(usableMemory(totalmem(), process.constrainedMemory()))}MB`,
  fsync: 'on',
  full_page_writes: 'on',
}

/** For tests, where a database lives for seconds: neither its crash nor its size matters. */
const THROWN_AWAY = {
  unix_socket_directories: '.',
  shared_buffers: '128MB',
  fsync: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

/** Options of the server's command line. */
export function configuration(
  { durable, maxConnections }: { readonly durable: boolean; readonly maxConnections: number },
  port: number,
): string {
  const settings: Readonly<Record<string, string | number>> = {
    port,
    listen_addresses: '127.0.0.1',
    max_connections: maxConnections,
    timezone: 'UTC',
    log_timezone: 'UTC',
    synchronous_commit: 'on',
    ...(durable ? KEPT : THROWN_AWAY),
    // Statements and keys may contain personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
