import { erasureRequestReaction } from '@app/processes/rights/erasure-requests.ts'
import { fulfilmentReaction } from '@app/processes/rights/fulfil-request.ts'
import { requestMailReaction } from '@app/processes/rights/requests.ts'
import { createDueReminder } from '@app/processes/rights/remind-of-due.ts'
import type { Reaction } from '@app/processes/reactions/follow-reaction.ts'
import { openByDue } from '@app/projections/requests/request-figures.ts'
import type { ProjectionProgress } from '@app/projections/runtime/progress/progress.ts'
import type { Addressee } from '@app/vault/mails/mail-quota.ts'
import type { ProductDeps } from '../product-deps.ts'

const POLL_MS = 600_000
const ROWS_MS_MAX = 2_000

/** Reminds administrators of requests that are due. @returns what finishes requests and writes to who asked */
export function openRequests(
  { backend, besideDatabase: { ledger }, settings: { publicUrl }, log, onStop }: ProductDeps,
  progress: Pick<ProjectionProgress, 'waitFor'>,
  requestMail: (addressee: Addressee) => Promise<void>,
): readonly Reaction[] {
  const { store, keys, now, newId, reader } = backend
  const isAnyDue = async (nowMs: number): Promise<boolean> => {
    // At a first start the rows are not there yet: the next poll finds them.
    if (!(await progress.waitFor(await store.headPosition(), ROWS_MS_MAX, ['requests']))) return false
    const { late, days } = await openByDue({ db: reader }, nowMs)
    return late > 0 || days.length > 0
  }
  const remind = createDueReminder({ store, now, requestMail, isAnyDue })
  let running: Promise<void> | undefined
  const poll = (): void => {
    running ??= remind()
      .catch((error: unknown) => log.warn({ err: error }, 'administrators were not reminded of requests'))
      .finally(() => {
        running = undefined
      })
  }
  poll()
  const timer = setInterval(poll, POLL_MS)
  onStop(async () => {
    clearInterval(timer)
    await running
  })
  return [
    fulfilmentReaction({ store, keys, ledger, now, newId, publicUrl }),
    requestMailReaction(requestMail),
    erasureRequestReaction,
  ]
}
