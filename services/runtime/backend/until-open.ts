import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isStoreError, type StoreError, type StoreErrorCode } from '@app/contracts/event-store.ts'
import { eventStoreHostsOf } from '@app/settings/eventstore-url.ts'
import type { EventStoreSetting } from '@app/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import type { ConnectionAdvice } from './connection-advice.ts'

export interface UntilOpenOptions {
  readonly setting: EventStoreSetting
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  /** Finds out why an attempt failed, if the server gives no reason. */
  readonly findFault?: () => Promise<ConnectionAdvice | undefined>
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
/** A client that searches for a cluster's nodes takes seconds before it fails. */
const SLOW_MS = 750

/** Retries, because the log may be starting. @throws StartError without the URL, which may contain a password */
export async function untilOpen<Log extends Disposable>(
  open: () => Promise<Log>,
  options: UntilOpenOptions,
): Promise<Log> {
  const { setting, say, signal, waitMsMax = WAIT_MS_MAX, retryMs = RETRY_MS } = options
  const startedMs = performance.now()
  let isSaid = false
  let passing: ConnectionAdvice | undefined
  if (setting.kind !== 'postgres') say(`Conectando con ${nameOf(setting)}…`)
  for (;;) {
    try {
      return await unlessHopeless(open, options, (fault) => (passing = fault))
    } catch (error) {
      if (!isStoreError(error)) throw error
      if (!error.retryable || performance.now() - startedMs >= waitMsMax)
        throw passing === undefined ? startErrorOf(error, setting) : new StartError(passing.text)
    }
    if (!isSaid) {
      const what = passing === undefined ? 'todavía no responde' : NO_SUCH_NAME
      say(`${nameOf(setting)} ${what}: se sigue intentando por ${Math.ceil(waitMsMax / 1_000)} segundos…`)
    }
    isSaid = true
    await pause(retryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** Ends early at an abort and at a permanent fault; a log that opens later is closed. */
async function unlessHopeless<Log extends Disposable>(
  open: () => Promise<Log>,
  { signal, findFault = async () => undefined }: UntilOpenOptions,
  onPassing: (fault: ConnectionAdvice | undefined) => void,
): Promise<Log> {
  if (signal.aborted) throw new WaitInterrupted()
  const over = new AbortController()
  const refuseFault = async (): Promise<void> => {
    const fault = await findFault()
    if (fault !== undefined && !fault.mayPass) throw new StartError(fault.text)
    onPassing(fault)
  }
  const opening = open()
  const opened = opening.catch(async (error: unknown) => {
    if (isStoreError(error) && error.retryable) await refuseFault()
    throw error
  })
  const slow = pause(SLOW_MS, undefined, { signal: over.signal }).then(refuseFault)
  const interrupted = once(signal, 'abort', { signal: over.signal }).then(() => {
    throw new WaitInterrupted()
  })
  try {
    return await Promise.race([opened, slow.then(() => opened), interrupted])
  } catch (error) {
    void opening.then((late) => late.dispose()).catch(() => undefined)
    throw error
  } finally {
    over.abort()
  }
}

const nameOf = (setting: EventStoreSetting): string =>
  setting.kind === 'postgres' ? 'PostgreSQL' : `EventStoreDB (${eventStoreHostsOf(setting.url)})`

const NO_SUCH_NAME = 'todavía no existe con ese nombre, como pasa mientras su contenedor está detenido'

const AGAIN = 'y vuelve a intentarlo.'

const EVENTSTOREDB_SAYS: Partial<Record<StoreErrorCode, string>> = {
  Unavailable: `no responde: revisa que esté en marcha, que EVENTSTORE_URL lleve a él y, con TLS, que su certificado sea de confianza, ${AGAIN}`,
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
