import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '@app/observability/process-facts.ts'
import { codeOf, StartError } from '@app/contracts/start-error.ts'

export interface RunningPostgres {
  readonly port: number
  readonly pid: number
}

export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres')

/** Finds a server that any process started. @throws StartError when the folder belongs to another user */
export function findRunningPostgres(dataDir: string): RunningPostgres | undefined {
  const cluster = clusterOf(dataDir)
  const written = readPidFile(cluster)
  return written && isAlive(written.pid) && isPostgresOn(written.pid, cluster) ? written : undefined
}

/** Reads the file even if its process has ended. */
export function readPidFile(cluster: string): RunningPostgres | undefined {
  const [pid, , , port] = readLines(join(cluster, 'postmaster.pid'), cluster)
  if (!pid || !port) return undefined
  return { pid: Number(pid), port: Number(port) }
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
