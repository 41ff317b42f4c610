import { setTimeout as pause } from 'node:timers/promises'
import { isStoreError, type StoreError, type StoreErrorCode } from '@app/contracts/event-store.ts'
import { eventStoreHostsOf } from '@app/settings/eventstore-url.ts'
import type { EventStoreSetting } from '@app/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'

export interface UntilOpenOptions {
  readonly setting: EventStoreSetting
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  readonly waitMsMax?: number
  readonly retryMs?: number
}

interface Disposable {
  dispose(): Promise<void>
}

export class WaitInterrupted extends StartError {
  constructor() {
    super('Se interrumpió mientras se esperaba el registro de eventos.')
    this.name = 'WaitInterrupted'
  }
}

const WAIT_MS_MAX = 60_000
const RETRY_MS = 500

/** Retries: the log may be starting. @throws StartError without the URL, which may contain a password */
export async function untilOpen<Log extends Disposable>(
  open: () => Promise<Log>,
  { setting, say, signal, waitMsMax = WAIT_MS_MAX, retryMs = RETRY_MS }: UntilOpenOptions,
): Promise<Log> {
  const startedMs = performance.now()
  let isSaid = false
  if (setting.kind !== 'postgres') say(`Conectando con ${nameOf(setting)}…`)
  for (;;) {
    try {
      return await unlessAborted(open, signal)
    } catch (error) {
      if (!isStoreError(error)) throw error
      if (!error.retryable || performance.now() - startedMs >= waitMsMax) throw startErrorOf(error, setting)
    }
    if (!isSaid) {
      say(
        `${nameOf(setting)} todavía no responde: se sigue intentando por ${Math.ceil(waitMsMax / 1_000)} segundos…`,
      )
    }
    isSaid = true
    await pause(retryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Closes a log that opens after an abort. */
async function unlessAborted<Log extends Disposable>(
  open: () => Promise<Log>,
  signal: AbortSignal,
): Promise<Log> {
  if (signal.aborted) throw new WaitInterrupted()
  const opening = open()
  let onAbort = (): void => undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(new WaitInterrupted())
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([opening, aborted])
  } catch (error) {
    void opening.then((late) => late.dispose()).catch(() => undefined)
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const nameOf = (setting: EventStoreSetting): string =>
  setting.kind === 'postgres' ? 'PostgreSQL' : `EventStoreDB (${eventStoreHostsOf(setting.url)})`

const AGAIN = 'y vuelve a intentarlo.'

const EVENTSTOREDB_SAYS: Partial<Record<StoreErrorCode, string>> = {
  Unavailable: `no responde: revisa que esté en marcha, que EVENTSTORE_URL lleve a él y, con TLS, que su certificado sea de confianza, ${AGAIN}`,
  Timeout: `no responde a tiempo: revisa que esté en marcha y que EVENTSTORE_URL lleve a él, ${AGAIN}`,
  AccessDenied: `no acepta el usuario o la clave de EVENTSTORE_URL, o no les permite leer y escribir: corrígelos ${AGAIN}`,
  Invalid: `no se puede usar con lo que dice EVENTSTORE_URL: revisa que lleve a un EventStoreDB y que existan los archivos que nombre, ${AGAIN}`,
  Corrupt: `tiene eventos de otro programa en store-identity: usa en EVENTSTORE_URL uno que sea solo de este producto ${AGAIN}`,
}

/** The client's errors contain the URL. */
function startErrorOf({ code }: StoreError, setting: EventStoreSetting): StartError {
  const what =
    setting.kind === 'postgres'
      ? `no puede abrir el registro de eventos: revisa DATABASE_URL ${AGAIN}`
      : (EVENTSTOREDB_SAYS[code] ?? `no puede abrir el registro de eventos: revisa EVENTSTORE_URL ${AGAIN}`)
  return new StartError(`${nameOf(setting)} ${what}`)
}
