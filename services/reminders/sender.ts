import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConcurrencyLimiter } from '@app/concurrency/concurrency-limiter.ts'
import { jitteredBackoff } from '@app/event-store/backoff.ts'
import { readTogether } from '@app/event-store/states/beginnings.ts'
import { createWakeSignal, type WakeSignal } from '@app/event-store/wake-signal.ts'
import { createLeaseWatch } from '@app/processes/mails/mail-leases.ts'
import { DUE_PAGE, type Due } from './due-page.ts'
import { handlePage, type HandledPage, type HandlePageDeps } from './handle-page.ts'
import type { ReminderLeases } from './leases.ts'
import { createReminderPass, type LookDeps, type ReminderStatus } from './reminder-pass.ts'
import { createPace } from './pace.ts'

type SharedDeps = Omit<HandlePageDeps, 'handOver' | 'surely' | 'abandoned' | 'together' | 'inHand'>

export interface ReminderSenderDeps extends SharedDeps, Omit<LookDeps, 'handle' | 'hasEnded'> {
  /** Limit of mails with an intent and no outcome, which a crash leaves in doubt. */
  readonly atOnce: number
  readonly mailsPerSecond: number
}

export interface ReminderSender {
  /** One pass. @returns false when profiles with many mails are left for the next one */
  sendDue(): Promise<boolean>
  /** @param haveRows whether the read model can be read: the first start of all builds it beside this one */
  start(haveRows: () => Promise<boolean>): void
  status(): ReminderStatus
  /** Interrupts mails that are not handed over in time. */
  stop(withinMs: number): Promise<void>
}

/** More than mails: while some are handed over, others are read and recorded. */
const HANDLED_AT_ONCE = 64
const LOOK_EVERY_MS = 20_000
const ROWS_LOOK_MS = 200

/** Several processes may do it at once. */
export function createReminderSender(deps: ReminderSenderDeps): ReminderSender {
  const { monotonicMs, leases, onTrouble } = deps
  const wakeSignal = createWakeSignal()
  const end = new AbortController()
  setMaxListeners(HANDLED_AT_ONCE, end.signal)
  const backoffMs = jitteredBackoff(deps.random)
  const { own, abandoned } = watchWorkers(leases, monotonicMs)
  const handling = handlingOf(deps, { abandoned, signal: end.signal, patience: { backoffMs, onTrouble } })
  let running: Promise<void> = Promise.resolve()
  const look = createReminderPass({ ...deps, handle: handleLeased, hasEnded: () => wakeSignal.ended })

  async function sendDue(): Promise<boolean> {
    await leases.forget()
    return look.once()
  }

  async function handleLeased(page: readonly Due[]): Promise<HandledPage> {
    if (page.length === 0) return { left: [], tried: [], unshown: [] }
    const lease = deps.newId()
    own.add(lease)
    return handlePage(handling, page, lease, end.signal).finally(() => own.delete(lease))
  }

  return {
    sendDue,
    start: (haveRows) => {
      running = untilRowsStand(haveRows, wakeSignal).then(() =>
        lookAgainAndAgain(sendDue, wakeSignal, { backoffMs, onTrouble }),
      )
    },
    status: look.status,
    stop: async (withinMs) => {
      wakeSignal.end()
      const timer = setTimeout(() => end.abort(), withinMs)
      await running
      clearTimeout(timer)
      end.abort()
    },
  }
}

interface Handling {
  readonly abandoned: HandlePageDeps['abandoned']
  readonly signal: AbortSignal
  readonly patience: Patience
}

const handlingOf = (deps: ReminderSenderDeps, { abandoned, signal, patience }: Handling): HandlePageDeps => ({
  ...deps,
  abandoned,
  inHand: createConcurrencyLimiter({ atOnce: HANDLED_AT_ONCE, waitingMax: 2 * DUE_PAGE }),
  together: readTogether(deps.store),
  handOver: createHandOver(deps, signal),
  surely: (work) => untilDone(work, signal, patience),
})

function createHandOver(
  { atOnce, mailsPerSecond, monotonicMs }: ReminderSenderDeps,
  signal: AbortSignal,
): HandlePageDeps['handOver'] {
  const limit = createConcurrencyLimiter({ atOnce, waitingMax: HANDLED_AT_ONCE })
  const pace = createPace(mailsPerSecond, monotonicMs, signal)
  return (work) =>
    limit(async () => {
      await pace()
      return work()
    })
}

/** Finds leases of dead workers. */
function watchWorkers(leases: ReminderLeases, monotonicMs: () => number) {
  const abandonedOf = createLeaseWatch(monotonicMs)
  const own = new Set<string>()
  const abandoned = async (): Promise<readonly string[]> => {
    const held = (await leases.held()).filter(({ lease }) => !own.has(lease))
    // The count of a living worker grows, so its mark changes.
    const marks = new Map(held.map(({ lease, beat }) => [`${lease} ${beat}`, lease]))
    return abandonedOf([...marks.keys()]).map((mark) => marks.get(mark)!)
  }
  return { own, abandoned }
}

interface Patience {
  readonly backoffMs: (failures: number) => number
  readonly onTrouble: (error: unknown) => void
}

async function untilRowsStand(haveRows: () => Promise<boolean>, wakeSignal: WakeSignal): Promise<void> {
  while (!wakeSignal.ended && !(await haveRows())) await wakeSignal.sleep(ROWS_LOOK_MS)
}

async function lookAgainAndAgain(
  look: () => Promise<boolean>,
  wakeSignal: WakeSignal,
  { backoffMs, onTrouble }: Patience,
): Promise<void> {
  for (let failures = 0; !wakeSignal.ended;) {
    try {
      const isWhole = await look()
      failures = 0
      if (isWhole) await wakeSignal.sleep(LOOK_EVERY_MS)
    } catch (error) {
      failures += 1
      onTrouble(error)
      await wakeSignal.sleep(backoffMs(failures))
    }
  }
}

/** A mail that was handed over must not be in doubt because of a short outage of the log. */
async function untilDone(
  work: () => Promise<void>,
  signal: AbortSignal,
  { backoffMs, onTrouble }: Patience,
): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work()
    } catch (error) {
      onTrouble(error)
      if (signal.aborted) return
      await sleep(backoffMs(failures), undefined, { signal }).catch(() => undefined)
    }
  }
}
