import { existsSync } from 'node:fs'
import type { DatabaseUrls } from '@app/postgres/connection.ts'
import { type DiskSpace, freeBytesOf, SPACE, watchDiskSpace } from '@app/embedded-postgres/disk-space.ts'
import { prepareLogins } from '@app/postgres/database-logins.ts'
import { untilAnswered } from '@app/postgres/until-answered.ts'
import type { Log } from '@app/observability/log.ts'
import { clusterOf } from '@app/embedded-postgres/pid-file.ts'
import { EMBEDDED_DATABASE, ensureDatabase } from '@app/embedded-postgres/postgres-server.ts'
import { type SupervisedPostgres, supervisePostgres } from '@app/embedded-postgres/supervisor.ts'
import type { Secrets } from '@app/settings/secrets.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type { Space } from '@app/runtime/backend/open-backend.ts'

export interface EmbeddedDatabase {
  readonly urls: DatabaseUrls
  readonly space: DiskSpace
  readonly status: SupervisedPostgres['status']
  /** Appends refused for lack of space. */
  readonly refused: { count: number }
  stop(): Promise<void>
}

export interface EmbeddedDatabaseOptions {
  readonly dataDir: string
  readonly secrets: Secrets
  readonly say: (line: string) => void
  readonly log: Log
  /** Aborting ends a start in progress. */
  readonly signal: AbortSignal
}

const MIB = 2 ** 20

export const spaceOf = ({ space, refused }: EmbeddedDatabase): Space => ({
  hasSpace: () => !space.isLow,
  onRefused: () => void (refused.count += 1),
})

/** @throws StartError if the server does not start or has too little disk space to */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, secrets } = options
  await refuseStartWithoutSpace(dataDir)
  const space = await watchSpace(options)
  try {
    const postgres = await supervise(options)
    const stop = async (): Promise<void> => {
      space.stop()
      await postgres.stop()
    }
    try {
      options.signal.throwIfAborted()
      const urls = await untilAnswered(async () => {
        await ensureDatabase(postgres, EMBEDDED_DATABASE)
        return prepareLogins(postgres, EMBEDDED_DATABASE, secrets.logins)
      }, options)
      return { urls, space, status: postgres.status, refused: { count: 0 }, stop }
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
  const freeBytes = await freeBytesOf(dataDir)
  const neededBytes = isFirst ? SPACE.firstStartBytes : SPACE.startBytes
  if (freeBytes >= neededBytes) return
  throw new StartError(
    `En el disco de ${dataDir} quedan ${Math.floor(freeBytes / MIB)} MiB libres y se necesitan ${neededBytes / MIB}: libera espacio${isFirst ? ', o elige otra carpeta con DATA_DIR' : ''}.`,
  )
}

const watchSpace = ({ dataDir, say, log }: EmbeddedDatabaseOptions): Promise<DiskSpace> =>
  watchDiskSpace({
    dataDir,
    onChange: (isLow, freeBytes) => {
      log.warn(
        { free_bytes: freeBytes, low: isLow },
        isLow ? 'disk space is low: writes are refused' : 'disk space is available again',
      )
      say(
        isLow
          ? `Quedan ${Math.floor(freeBytes / MIB)} MiB en el disco: no se guarda nada hasta que haya espacio.`
          : 'Hay espacio en el disco otra vez: se vuelve a guardar.',
      )
    },
    onTrouble: (error) => log.warn({ err: error }, 'free disk space could not be read'),
  })

function supervise({
  dataDir,
  secrets,
  say,
  log,
  signal,
}: EmbeddedDatabaseOptions): Promise<SupervisedPostgres> {
  return supervisePostgres(
    { dataDir, password: secrets.postgres, say, signal },
    {
      onDied: () => {
        log.error('PostgreSQL died: it is restarted')
        say('PostgreSQL se detuvo solo: se vuelve a iniciar.')
      },
      onRestarted: (awayMs) => log.warn({ away_ms: Math.round(awayMs) }, 'PostgreSQL is back'),
      onFailed: (error) => {
        log.error({ err: error }, 'PostgreSQL could not be restarted; it is tried again')
        say('PostgreSQL todavía no parte: se sigue intentando (ver postgres.log).')
      },
    },
  )
}
