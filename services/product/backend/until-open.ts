import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isStoreError, type StoreError, type StoreErrorCode } from '@app/contracts/event-store.ts'
import { eventStoreHostsOf } from '../../platform/settings/event-store-url.ts'
import type { EventStoreSetting } from '../../platform/settings/settings.ts'
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

/** Retries, because the log may be starting. @throws StartError without the URL, which may contain a password */
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
      if (!error.retryable || isOfCertificate(error) || performance.now() - startedMs >= waitMsMax)
        throw startErrorOf(error, setting)
    }
    if (!isSaid) {
      const seconds = Math.ceil(waitMsMax / 1_000)
      say(`${nameOf(setting)} todavía no responde: se sigue intentando por ${seconds} segundos…`)
    }
    isSaid = true
    await pause(retryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** A log that opens later is closed. */
async function unlessAborted<Log extends Disposable>(
  open: () => Promise<Log>,
  signal: AbortSignal,
): Promise<Log> {
  if (signal.aborted) throw new WaitInterrupted()
  const over = new AbortController()
  const opening = open()
  const interrupted = once(signal, 'abort', { signal: over.signal }).then(() => {
    void opening.then((late) => late.dispose()).catch(() => undefined)
    throw new WaitInterrupted()
  })
  return Promise.race([opening, interrupted]).finally(() => over.abort())
}

/** Waiting mends no certificate. */
const isOfCertificate = ({ message }: StoreError): boolean => /certificate|altnames/i.test(message)

const nameOf = (setting: EventStoreSetting): string =>
  setting.kind === 'postgres' ? 'PostgreSQL' : `EventStoreDB (${eventStoreHostsOf(setting.url)})`

const AGAIN = 'y vuelve a intentarlo.'

const EVENTSTOREDB_SAYS: Partial<Record<StoreErrorCode, string>> = {
  Unavailable: `no responde: revisa que esté en marcha, que EVENTSTORE_URL lleve a él y, con TLS, que su certificado valga para su nombre y sea de confianza (tlsCAFile), ${AGAIN}`,
  Timeout: `no responde a tiempo: revisa que esté en marcha y que EVENTSTORE_URL lleve a él, ${AGAIN}`,
  AccessDenied: `no acepta el usuario o la clave de EVENTSTORE_URL, o no les permite leer todo el registro ($all) y escribir en él: corrígelos ${AGAIN}`,
  Invalid: `no se puede usar con lo que dice EVENTSTORE_URL: revisa que lleve a un EventStoreDB y que existan los archivos que nombre, ${AGAIN}`,
  Corrupt: `tiene eventos de otro programa en store-identity: usa en EVENTSTORE_URL uno que sea solo de este producto ${AGAIN}`,
}

/** The client's errors contain the URL. */
function startErrorOf(error: StoreError, setting: EventStoreSetting): StartError {
  const what =
    setting.kind === 'postgres'
      ? `no puede abrir el registro de eventos: revisa DATABASE_URL ${AGAIN}`
      : (EVENTSTOREDB_SAYS[error.code] ??
        `no puede abrir el registro de eventos: revisa EVENTSTORE_URL ${AGAIN}`)
  return new StartError(`${nameOf(setting)} ${what}`)
}
