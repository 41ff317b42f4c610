import { hash } from 'node:crypto'
import { isStoreError, type Actor } from '@app/contracts/event-store.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/reminders.ts'
import { subscription, type SubscriptionCommand, suppression, type Suppression } from './subscription.ts'
import { readStream, type StreamReading } from '../kernel/codec.ts'
import {
  append,
  envelop,
  load,
  type Cause,
  type Events,
  causeBy,
  type CommandContext,
  handleBy,
} from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import { readDeliveryReport } from '../platform/mail/delivery-report.ts'
import type { Ctx } from '../platform/ctx.ts'

interface Report {
  readonly stream: string
  readonly command: Extract<SubscriptionCommand, { type: 'ReportBounce' }>
  /** Derived from the report's content. */
  readonly idOf: (event: number) => string
}

const ATTEMPTS_MAX = 32

/** Records a mail server's later report about an accepted mail, once for each report. */
export async function reportBounce(
  deps: Pick<Ctx, 'store' | 'now' | 'newId' | 'tokens' | 'onPolicyRefusal'>,
  raw: Uint8Array,
): Promise<void> {
  const read = await readDeliveryReport(raw)
  const mail = read === undefined ? undefined : deps.tokens.read('bounce', read.token)
  if (read === undefined || mail === undefined) return
  const { subscriptionId, cycle } = mail
  const name = `${subscriptionId} ${cycle} report ${hash('sha256', raw)}`
  const report: Report = {
    stream: subscriptionStream(subscriptionId),
    command: { type: 'ReportBounce', cycle, status: read.status, isGone: read.cause === 'gone' },
    idOf: (event) => derivedId(`${name} ${event}`),
  }
  const isNew = await record(deps, report, causeBy(deps, { kind: 'system', id: 'mail-report' }))
  if (isNew && read.cause === 'policy') deps.onPolicyRefusal(read.status)
}

/**
 * Decides again after a lost race, as the winner may have recorded the same report.
 * @returns whether a report was recorded that ends no subscription
 */
async function record({ store }: CommandContext, report: Report, cause: Cause): Promise<boolean> {
  const { stream, command, idOf } = report
  for (let attempt = 1; ; attempt += 1) {
    const { state, expected } = await load(store, subscription, stream)
    if (await isRecorded(store, stream, idOf(0))) return false
    const events = subscription.decide(command, state)
    if (events.length === 0) return false
    try {
      await append(
        store,
        stream,
        expected,
        events.map((event, at) => envelop(event, idOf(at), cause)),
      )
      return events.every(({ type }) => type !== 'ReminderBounced')
    } catch (error) {
      if (!isStoreError(error, 'Conflict') || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

/** Such a stream is short, because one mail has few reports. */
const NEWEST_EVENTS = 200

async function isRecorded(store: Events, stream: string, id: string): Promise<boolean> {
  const newest = await readStream(store, stream, { direction: 'backward', limit: NEWEST_EVENTS })
  return newest.some((event) => event.id === id)
}

/** From now on no profile's reminders are sent to this mailbox, until it allows them by a link of a mail. */
export const suppressReminders = (
  deps: CommandContext & Pick<Ctx, 'ids'>,
  email: string,
  actor: Actor,
): Promise<void> => suppressMailbox(deps, deps.ids.suppression(email), actor)

export async function suppressMailbox(deps: CommandContext, mailboxId: string, actor: Actor): Promise<void> {
  await handleBy(deps, suppression, {
    stream: suppressionStream(mailboxId),
    command: { type: 'SuppressReminders' },
    actor: actor,
  })
}

export const suppressionOf = async (
  { store, ids }: Pick<Ctx, 'ids'> & { readonly store: StreamReading },
  email: string,
): Promise<Suppression> => (await load(store, suppression, suppressionStream(ids.suppression(email)))).state

/** @param cycle of the suppression that the link is of: a later one stays */
export async function allowReminders(
  deps: CommandContext & Pick<Ctx, 'ids'>,
  { email, cycle }: { readonly email: string; readonly cycle: number },
  actor: Actor,
): Promise<void> {
  await handleBy(deps, suppression, {
    stream: suppressionStream(deps.ids.suppression(email)),
    command: { type: 'AllowReminders', cycle },
    actor: actor,
  })
}
