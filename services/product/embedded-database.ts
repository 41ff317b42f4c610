import { existsSync } from 'node:fs'
import { StartError } from '@app/contracts/start-error.ts'
import { freeBytesOf, mebibytes, watchDiskSpace } from './embedded-postgres/disk-space.ts'
import { clusterOf } from './embedded-postgres/pid-file.ts'
import { EMBEDDED_DATABASE, ensureDatabase } from './embedded-postgres/postgres-server.ts'
import { supervisePostgres } from './embedded-postgres/supervisor.ts'
import type { Log } from '../platform/observability/log.ts'
import { prepareLogins } from '../platform/postgres/database-logins.ts'
import { untilAnswered } from '../platform/postgres/until-answered.ts'
import type { Secrets } from '../platform/settings/secrets.ts'

export type EmbeddedDatabase = Awaited<ReturnType<typeof openEmbeddedDatabase>>

export interface EmbeddedDatabaseOptions {
  readonly dataDir: string
  readonly secrets: Secrets
  readonly say: (line: string) => void
  readonly log: Log
  /** Aborting ends a start in progress. */
  readonly signal: AbortSignal
}

const FIRST_START_MIB = 192
/** A segment and a checkpoint. */
const START_MIB = 32

/** @throws StartError if the server does not start or has too little disk space to */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions) {
  const { dataDir, secrets, signal } = options
  await refuseStartWithoutSpace(dataDir)
  const space = await watchDiskSpace(options)
  try {
    const postgres = await supervisePostgres({ ...options, password: secrets.postgres })
    try {
      signal.throwIfAborted()
      const urls = await untilAnswered(async () => {
        await ensureDatabase(postgres, EMBEDDED_DATABASE)
        return prepareLogins(postgres, EMBEDDED_DATABASE, secrets.logins)
      }, options)
      const stop = async (): Promise<void> => {
        space.stop()
        await postgres.stop()
      }
      return { urls, space, status: postgres.status, stop }
    } catch (error) {
      await postgres.stop()
      throw error
    }
  } catch (error) {
    space.stop()
    throw error
  }
}

async function refuseStartWithoutSpace(dataDir: string): Promise<void> {
  const isFirst = !existsSync(clusterOf(dataDir))
  const [free, needed] = [mebibytes(await freeBytesOf(dataDir)), isFirst ? FIRST_START_MIB : START_MIB]
  if (free >= needed) return
  throw new StartError(
    `En el disco de ${dataDir} quedan ${free} MiB libres y se necesitan ${needed}: libera espacio${isFirst ? ', o elige otra carpeta con DATA_DIR' : ''}.`,
  )
}
