import { codeOf } from '@app/contracts/start-error.ts'

export interface Waiting {
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

const STATEMENT_CANCELLED = '57014'
const WAIT_MS_MAX = 60_000
const SLOW = `La base de datos tarda en responder, como con un disco lento: se sigue intentando por ${WAIT_MS_MAX / 1_000} segundos…`

/** A connection or a statement took longer than its limit, which is that of a caller who waits for an answer. */
function isSlow(error: unknown): boolean {
  const { message = '', cause } = (error ?? {}) as Partial<Error>
  const isLate = /timeout/i.test(message) || codeOf(error) === STATEMENT_CANCELLED
  return isLate || (cause !== undefined && isSlow(cause))
}

/** For a start, which nobody waits for. @param work may be repeated */
export async function untilAnswered<Result>(
  work: () => Promise<Result>,
  { say, signal }: Waiting,
): Promise<Result> {
  const startedMs = performance.now()
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await work()
    } catch (error) {
      if (!isSlow(error) || signal.aborted || performance.now() - startedMs >= WAIT_MS_MAX) throw error
      if (!isSaid) say(SLOW)
    }
  }
}
