import { setTimeout as pause } from 'node:timers/promises'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { createWakeSignal, type WakeSignal } from '@app/event-store/wake-signal.ts'
import { jitteredBackoff } from '@app/event-store/backoff.ts'
import type { ClaimedMail, QueueStatus } from '@app/vault/mails/mail-queue.ts'
import { createLeaseWatch } from './mail-leases.ts'
import { sendMail, type MailOutcome, type SendMailDeps } from './send-mail.ts'

export interface MailSenderDeps extends SendMailDeps {
  readonly newId: () => string
  readonly monotonicMs: () => number
  readonly onOutcome: (outcome: MailOutcome) => void
  readonly onStatus: (status: QueueStatus) => void
  readonly onTrouble: (error: unknown) => void
}

export interface MailSender {
  /** Resolves when all due mails are settled. */
  sendDue(): Promise<void>
  start(): void
  wake(): void
  /** Interrupts a mail that is not handed over in time: it is due at once at the next start. */
  stop(withinMs: number): Promise<void>
}

const LOOK_EVERY_MS = 2_000

/** Several processes may do it at once. */
export function createMailSender(deps: MailSenderDeps): MailSender {
  const { queue, mailer } = deps
  const wakeSignal = createWakeSignal()
  const end = new AbortController()
  const abandonedOf = createLeaseWatch(deps.monotonicMs)
  const sending = new Map<string, Promise<void>>()
  const allSent = () => Promise.all(sending.values())
  let running: Promise<void> = Promise.resolve()

  async function look(): Promise<boolean> {
    const status = await queue.status()
    deps.onStatus(status)
    const abandoned = abandonedOf(status.leases.filter((lease) => !sending.has(lease)))
    while (sending.size < mailer.atOnce && !wakeSignal.ended) {
      if (status.waiting === 0) return false
      const lease = deps.newId()
      const [mail] = await queue.claim({ lease, max: 1, abandoned })
      if (mail === undefined) return false
      const send = sendAndSettle(deps, mail, end.signal).finally(() => {
        sending.delete(lease)
        wakeSignal.notify()
      })
      sending.set(lease, send)
    }
    return true
  }

  return {
    sendDue: async () => {
      for (let mayBeMore = true; mayBeMore;) {
        mayBeMore = await look()
        await allSent()
      }
    },
    start: () => {
      running = lookAgainAndAgain(deps, wakeSignal, look)
    },
    wake: wakeSignal.notify,
    stop: async (withinMs) => {
      wakeSignal.end()
      await running
      await withTimeout(allSent(), withinMs, () => undefined)
      end.abort()
      await allSent()
    },
  }
}

async function sendAndSettle(deps: MailSenderDeps, mail: ClaimedMail, signal: AbortSignal): Promise<void> {
  const backoffMs = jitteredBackoff(deps.random)
  const { outcome, settle } = await sendMail(deps, mail, signal)
  deps.onOutcome(outcome)
  // A mail that was handed over must not be sent again because of a short outage of the database.
  for (let failures = 1; !signal.aborted || failures === 1; failures += 1) {
    try {
      return await settle()
    } catch (error) {
      deps.onTrouble(error)
      await pause(backoffMs(failures), undefined, { signal }).catch(() => undefined)
    }
  }
}

async function lookAgainAndAgain(
  { random, onTrouble }: MailSenderDeps,
  wakeSignal: WakeSignal,
  look: () => Promise<boolean>,
): Promise<void> {
  const backoffMs = jitteredBackoff(random)
  for (let failures = 0; !wakeSignal.ended;) {
    wakeSignal.clear() // before the poll, which may miss later mails
    try {
      await look()
      failures = 0
      await wakeSignal.wait(LOOK_EVERY_MS)
    } catch (error) {
      failures += 1
      onTrouble(error)
      await wakeSignal.sleep(backoffMs(failures))
    }
  }
}
