import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import { storeDisposed } from '../append-refusals.ts'
import { createDeadline, type Deadline } from '../deadline.ts'

const LAST_ANSWERS_MS_MAX = 1_500

export interface Call<Answer> extends Deadline<Answer> {
  readonly isAppend: boolean
  isSent: boolean
}

export type Calls = ReturnType<typeof createCalls>

/** The calls under way, each of which has a deadline. */
export function createCalls() {
  const current = new Set<Call<unknown>>()
  return {
    begin: <Answer>(timeoutMs: number, onTimeout: () => Error, isAppend = false): Call<Answer> => {
      const deadline = createDeadline<Answer>(timeoutMs, onTimeout)
      const call = Object.assign(deadline, { isAppend, isSent: false })
      current.add(call)
      const forget = (): void => void current.delete(call)
      deadline.promise.then(forget, forget)
      return call
    },
    /** An append that was sent may still get its answer. */
    end: async (): Promise<void> => {
      const sent = [...current].filter(({ isSent }) => isSent)
      for (const call of current) if (!call.isSent) call.reject(storeDisposed())
      const answers = Promise.allSettled(sent.map(({ promise }) => promise))
      await withTimeout(answers, LAST_ANSWERS_MS_MAX, () => undefined)
      for (const call of current) call.reject(storeDisposed(call.isAppend))
    },
  }
}
