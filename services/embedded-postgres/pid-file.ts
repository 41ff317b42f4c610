import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '@app/observability/process-facts.ts'
import { codeOf, StartError } from '@app/contracts/start-error.ts'

export interface RunningPostgres {
  readonly port: number
  readonly pid: number
}

/** Where the cluster lies in a data folder. */
export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres')

/**
 * The embedded server that is running on a data folder now, started by whichever process; a second program joins it.
 * @throws StartError when the folder belongs to another user
 */
export function findRunningPostgres(dataDir: string): RunningPostgres | undefined {
  const cluster = clusterOf(dataDir)
  const written = readPidFile(cluster)
  return written && isAlive(written.pid) && isPostgresOn(written.pid, cluster) ? written : undefined
}

/** What postmaster.pid says, whether or not that process still lives. */
export function readPidFile(cluster: string): RunningPostgres | undefined {
  const [pid, , , port] = readLines(join(cluster, 'postmaster.pid'), cluster)
  if (!pid || !port) return undefined
  return { pid: Number(pid), port: Number(port) }
}

/** Is that process a server on this cluster, and not somebody else under a reused pid? Only Linux tells; else believe. */
function isPostgresOn(pid: number, cluster: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    // Another user's process may hide where it works (a container without that right), but not its name.
    return codeOf(error) !== 'ENOENT' && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  }
}

function readLines(path: string, cluster: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR') return []
    throw new StartError(
      `No se puede leer ${cluster} (${codeOf(cause) ?? String(cause)}): inicia con el mismo usuario de la primera vez, o elige otra carpeta con DATA_DIR.`,
      { cause },
    )
  }
}
