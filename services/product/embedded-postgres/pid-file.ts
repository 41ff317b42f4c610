import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../platform/observability/process-facts.ts'
import { codeOf, StartError } from '@app/contracts/start-error.ts'

export interface RunningPostgres {
  readonly port: number
  readonly pid: number
}

export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres')
export const pidFileOf = (dataDir: string): string => join(clusterOf(dataDir), 'postmaster.pid')

/** Finds a server that any process started. */
export function findRunningPostgres(dataDir: string): RunningPostgres | undefined {
  const written = readPidFile(dataDir)
  return written && isAlive(written.pid) && isPostgresOn(written.pid, clusterOf(dataDir))
    ? written
    : undefined
}

/** Reads the file even if its process has ended. @throws StartError when the folder belongs to another user */
export function readPidFile(dataDir: string): RunningPostgres | undefined {
  try {
    const [pid, , , port] = readFileSync(pidFileOf(dataDir), 'utf8').split('\n')
    return pid && port ? { pid: Number(pid), port: Number(port) } : undefined
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR') return undefined
    throw new StartError(
      `No se puede leer ${clusterOf(dataDir)} (${codeOf(cause) ?? String(cause)}): inicia con el mismo usuario de la primera vez, o elige otra carpeta con DATA_DIR.`,
      { cause },
    )
  }
}

/** Detects a reused pid, on Linux only; elsewhere answers true. */
function isPostgresOn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    // In a container the working directory of another user's process may be hidden, but not its name.
    return codeOf(error) !== 'ENOENT' && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  }
}
