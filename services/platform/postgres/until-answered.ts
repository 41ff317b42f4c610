import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, StartError } from '@app/contracts/start-error.ts'

export interface Waiting {
  readonly say: (line: string) => void
  readonly signal: AbortSignal
  readonly waitMsMax?: number
}

/** Another try may succeed. */
export class NotYet extends StartError {
  /** Says who is awaited. */
  readonly awaited: string

  constructor(message: string, awaited: string) {
    super(message)
    this.awaited = awaited
  }
}

const WAIT_MS_MAX = 60_000
const RETRY_MS = 200
/** A statement took longer than its limit; or the server starts, recovers, stops, or has no free connection. */
const SLOW = ['57014', '57P03', '57P01', '57P02', '53300']
/** The name of a container does not exist while it is stopped or its network is being created. */
const NO_SUCH_NAME = ['ENOTFOUND', 'EAI_AGAIN']

/** @returns undefined where waiting mends nothing */
function awaitedIn(error: unknown): string | undefined {
  if (error instanceof NotYet) return error.awaited
  const { message = '', cause, hostname } = (error ?? {}) as Partial<Error> & { readonly hostname?: string }
  const code = codeOf(error) ?? ''
  if (NO_SUCH_NAME.includes(code))
    return `La base de datos (${hostname}) todavía no existe con ese nombre, como pasa mientras su contenedor está detenido`
  if (SLOW.includes(code) || /timeout/i.test(message))
    return 'La base de datos tarda en responder, como con un disco lento'
  return cause === undefined ? undefined : awaitedIn(cause)
}

/** For a start, which nobody waits for. Ctrl-C ends it even while a server is silent. @param work may be repeated */
export async function untilAnswered<Result>(
  work: () => Promise<Result>,
  { say, signal, waitMsMax = WAIT_MS_MAX }: Waiting,
): Promise<Result> {
  const startedMs = performance.now()
  const over = new AbortController()
  const interrupted = once(signal, 'abort', { signal: over.signal }).then((): never => {
    throw new StartError('El inicio se interrumpió.')
  })
  interrupted.catch(() => undefined)
  try {
    for (let isSaid = false; ; isSaid = true) {
      try {
        return await Promise.race([work(), interrupted])
      } catch (error) {
        const awaited = awaitedIn(error)
        if (awaited === undefined || performance.now() - startedMs >= waitMsMax) throw error
        if (!isSaid) say(`${awaited}: se sigue intentando por ${Math.ceil(waitMsMax / 1_000)} segundos…`)
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined)
        if (signal.aborted) throw error
      }
    }
  } finally {
    over.abort()
  }
}
