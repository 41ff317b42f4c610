import { setTimeout as pause } from 'node:timers/promises'
import { createAlarm } from '@app/event-store/alarm.ts'
import { jitteredBackoff } from '@app/event-store/backoff.ts'
import type { ClaimedMail, QueueStatus } from '@app/vault/mail-queue.ts'
import { createLeaseWatch } from './mail-leases.ts'
import { sendMail, type MailOutcome, type SendMailDeps } from './send-mail.ts'

export interface MailSenderDeps extends SendMailDeps {
  readonly newId: () => string
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonicMs: () => number
  readonly onOutcome: (outcome: MailOutcome) => void
  readonly onStatus: (status: QueueStatus) => void
  /** The queue cannot be reached. */
  readonly onTrouble: (error: unknown) => void
}

export interface MailSender {
  /** Looks once, and resolves when all that was due is settled. */
  sendDue(): Promise<void>
  start(): void
  /** A mail was queued: it is looked for at once. */
  wake(): void
  /** Claims no more, and interrupts what is not handed over within the time: it is due at once for the next start. */
  stop(withinMs: number): Promise<void>
}

const LOOK_EVERY_MS = 2_000

/** Sends the mails of the queue beside everything else. Any number of processes may do so at once. */
export function createMailSender(deps: MailSenderDeps): MailSender {
  const { queue, mailer } = deps
  const alarm = createAlarm()
  const end = new AbortController()
  const abandonedOf = createLeaseWatch(deps.monotonicMs)
  const backoffMs = jitteredBackoff(deps.random)
  /** Tries under way, by their leases. */
  const sending = new Map<string, Promise<void>>()
  let running: Promise<void> = Promise.resolve()

  /** Answers whether there may be more that is due. */
  async function look(): Promise<boolean> {
    const status = await queue.status()
    deps.onStatus(status)
    const others = status.leases.filter((lease) => !sending.has(lease))
    const abandoned = abandonedOf(others)
    while (sending.size < mailer.atOnce && !alarm.ended) {
      if (status.waiting === 0) return false
      const lease = deps.newId()
      const [mail] = await queue.claim({ lease, max: 1, abandoned })
      if (mail === undefined) return false
      const send = sendAndSettle(mail).finally(() => {
        sending.delete(lease)
        alarm.ring()
      })
      sending.set(lease, send)
    }
    return true
  }

  async function sendAndSettle(mail: ClaimedMail): Promise<void> {
    const { outcome, settle } = await sendMail(deps, mail, end.signal)
    deps.onOutcome(outcome)
    // A mail that was handed over must not be sent again because the database was away for a moment.
    for (let failures = 1; !end.signal.aborted || failures === 1; failures += 1) {
      try {
        return await settle()
      } catch (error) {
        deps.onTrouble(error)
        await pause(backoffMs(failures), undefined, { signal: end.signal }).catch(() => undefined)
      }
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; !alarm.ended;) {
      alarm.hush() // before the look: who wakes from now on may not be seen by it
      try {
        await look()
        failures = 0
        await alarm.sleepUntilRung(LOOK_EVERY_MS)
      } catch (error) {
        failures += 1
        deps.onTrouble(error)
        await alarm.sleep(backoffMs(failures))
      }
    }
  }

  async function stop(withinMs: number): Promise<void> {
    alarm.end()
    await running
    const patience = new AbortController()
    const tooLong = pause(withinMs, undefined, { signal: patience.signal }).catch(() => undefined)
    await Promise.race([Promise.all(sending.values()), tooLong])
    patience.abort()
    end.abort()
    await Promise.all(sending.values())
  }

  return {
    sendDue: async () => {
      for (let mayBeMore = true; mayBeMore;) {
        mayBeMore = await look()
        await Promise.all(sending.values())
      }
    },
    start: () => {
      running = run()
    },
    wake: alarm.ring,
    stop,
  }
}
