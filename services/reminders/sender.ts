import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConcurrencyLimiter } from '@app/concurrency/concurrency-limiter.ts'
import { jitteredBackoff } from '@app/event-store/backoff.ts'
import { createWakeSignal, type WakeSignal } from '@app/event-store/wake-signal.ts'
import { DUE_PAGE } from './due-page.ts'
import { createDueHandler, type DueHandlerDeps } from './handle-due.ts'
import {
  createPageHandler,
  createReminderPass,
  type PageHandlerDeps,
  type ReminderPassDeps,
  type ReminderStatus,
} from './reminder-pass.ts'
import { createReminderSending, type ReminderSendingDeps } from './send-reminder.ts'

const MS = 1_000

/** Limits calls a second, evenly. @returns resolves at the caller's slot, or at the abort */
export function createPace(
  perSecond: number,
  monotonicMs: () => number,
  signal: AbortSignal,
): () => Promise<void> {
  let nextMs = 0
  return async () => {
    const nowMs = monotonicMs()
    const turnMs = Math.max(nowMs, nextMs)
    nextMs = turnMs + MS / perSecond
    if (turnMs > nowMs) await sleep(turnMs - nowMs, undefined, { signal }).catch(() => undefined)
  }
}

export interface ReminderSenderDeps
  extends
    Omit<ReminderPassDeps, 'handle' | 'hasEnded'>,
    Omit<PageHandlerDeps, 'handler' | 'inHand' | 'signal'>,
    Omit<DueHandlerDeps, 'sending'>,
    Omit<ReminderSendingDeps, 'handOver' | 'surely'> {
  /** Limit of mails with an intent and no outcome, which a crash leaves in doubt. */
  readonly atOnce: number
  readonly mailsPerSecond: number
}

export interface ReminderSender {
  /** One pass. */
  sendDue(): Promise<void>
  /** @param haveRows whether the read model can be read: the first start of all builds it beside this one */
  start(haveRows: () => Promise<boolean>): void
  status(): ReminderStatus
  /** Interrupts mails that are not handed over in time. */
  stop(withinMs: number): Promise<void>
}

/** More than mails: while some are handed over, others are read and recorded. */
const HANDLED_AT_ONCE = 64
const PASS_EVERY_MS = 20_000
const ROWS_POLL_MS = 200

/** Sends due reminders until it is stopped. Several processes may do it at once. */
export function createReminderSender(deps: ReminderSenderDeps): ReminderSender {
  const { leases, onTrouble } = deps
  const wakeSignal = createWakeSignal()
  const end = new AbortController()
  const { signal } = end
  setMaxListeners(HANDLED_AT_ONCE, signal)
  const patience = { backoffMs: jitteredBackoff(deps.random), onTrouble }
  const sending = createReminderSending({
    ...deps,
    handOver: createHandOver(deps, signal),
    surely: (work) => untilDone(work, signal, patience),
  })
  const handler = createDueHandler({ ...deps, sending })
  const inHand = createConcurrencyLimiter({ atOnce: HANDLED_AT_ONCE, waitingMax: DUE_PAGE })
  const handle = createPageHandler({ ...deps, handler, inHand, signal })
  const pass = createReminderPass({ ...deps, handle, hasEnded: () => wakeSignal.ended })
  let running: Promise<void> = Promise.resolve()

  async function sendDue(): Promise<void> {
    await leases.forget()
    await pass.once()
  }

  return {
    sendDue,
    start: (haveRows) => {
      running = untilRowsStand(haveRows, wakeSignal).then(() =>
        passAgainAndAgain(sendDue, wakeSignal, patience),
      )
    },
    status: pass.status,
    stop: async (withinMs) => {
      wakeSignal.end()
      const timer = setTimeout(() => end.abort(), withinMs)
      await running
      clearTimeout(timer)
      end.abort()
    },
  }
}

function createHandOver(
  { atOnce, mailsPerSecond, monotonicMs }: ReminderSenderDeps,
  signal: AbortSignal,
): ReminderSendingDeps['handOver'] {
  const limit = createConcurrencyLimiter({ atOnce, waitingMax: HANDLED_AT_ONCE })
  const pace = createPace(mailsPerSecond, monotonicMs, signal)
  return (work) =>
    limit(async () => {
      await pace()
      return work()
    })
}

interface Patience {
  readonly backoffMs: (failures: number) => number
  readonly onTrouble: (error: unknown) => void
}

async function untilRowsStand(haveRows: () => Promise<boolean>, wakeSignal: WakeSignal): Promise<void> {
  while (!wakeSignal.ended && !(await haveRows())) await wakeSignal.sleep(ROWS_POLL_MS)
}

async function passAgainAndAgain(
  pass: () => Promise<void>,
  wakeSignal: WakeSignal,
  { backoffMs, onTrouble }: Patience,
): Promise<void> {
  for (let failures = 0; !wakeSignal.ended;) {
    try {
      await pass()
      failures = 0
      await wakeSignal.sleep(PASS_EVERY_MS)
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
