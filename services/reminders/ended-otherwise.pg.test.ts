import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '@app/contracts/event-store.ts'
import type { DomainEvent, PastEventOf } from '@app/contracts/events/catalogue.ts'
import { interactionStream } from '@app/contracts/taps.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { readStream } from '../kernel/codec.ts'
import { append, envelop } from '../kernel/commands.ts'
import { newId } from '../kernel/log/ids.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { PHONE } from '../../tests/support/api/test-client.ts'
import { isLong } from '../../tests/support/longer-runs.ts'
import { conversionReaction, deletionReaction } from './ending-reactions.ts'
import { openReminderSide, type ReminderSide, type Shown } from './testing/reminder-side.ts'

const VISITOR: Actor = { kind: 'visitor', id: 'somebody' }
/** More than a page in the lanes. */
const SUBSCRIBERS = isLong ? 101 : 2

let side: ReminderSide
let profile: Shown
let wishes = 0
beforeAll(async () => {
  side = await openReminderSide()
})
afterAll(() => side.close())
beforeEach(async () => {
  profile = await side.newProfile()
})

/** Over the whole log, as after the loss of a checkpoint. */
async function react(isThere = true): Promise<void> {
  await side.project()
  const rows = {
    db: side.reader,
    waitFor: async ([model]: readonly string[]) => isThere && model === 'subscriptions',
  }
  for (const reaction of [conversionReaction(rows), deletionReaction(rows)]) {
    expect(reaction.isNeverSkipped).toBe(true)
    for (const event of await wholeLog(side.own.store, reaction.types))
      await reaction.react({ ...side, now: side.clock.now }, event)
  }
}

const add = (id: string, event: DomainEvent) => side.add(subscriptionStream(id), event)
async function subscribe(visitorId: string | undefined, { id: profileId }: Shown = profile): Promise<string> {
  const email = `ana${(wishes += 1)}@empresa.example`
  const id = side.ids.subscription(profileId, email)
  const data = { profileId, email, consent: 'v1', ...(visitorId === undefined ? {} : { visitorId }) }
  await add(id, { type: 'ReminderSubscribed', data })
  return id
}

type Download = Partial<PastEventOf<'ContactDownloaded'>['data']> & { readonly visitorId: string }

/** @returns its id */
async function download(data: Download, actor = VISITOR, at = side.clock.now()): Promise<string> {
  const id = newId()
  const facts = { profileId: profile.id, userAgent: PHONE, request: 'get', ...data } as const
  const cause = { actor, occurredAt: at.toISOString(), correlationId: newId() }
  const event = envelop({ type: 'ContactDownloaded', data: facts }, id, cause)
  await append(side.own.store, interactionStream(id), 'noStream', [event])
  return id
}

const convertedBy = async (id: string) =>
  (await readStream(side.own.store, subscriptionStream(id)))
    .filter(({ type }) => type === 'ReminderConverted')
    .map(({ data, meta }) => [data['how'], data['eventId'], meta.causationId])

test('the first download after subscribing converts the subscription once, and none of anybody else [MAIL-6]', async () => {
  const visitorId = newId()
  const before = await download({ visitorId }, VISITOR, new Date(side.clock.now().getTime() - 1))
  const id = await subscribe(visitorId)
  const others = [await subscribe(newId()), await subscribe(undefined)]
  const eventId = await download({ visitorId: visitorId.toUpperCase() })
  await download({ visitorId })
  for (const _ of [1, 2]) await react()
  expect(before).not.toBe(eventId)
  expect(await convertedBy(id)).toEqual([['contact', eventId, eventId]])
  for (const one of others) expect(await side.history(one)).toEqual(['Subscribed'])
})

test('robots, previews, parts of files, owners and visitors of other profiles convert nobody', async () => {
  const visitorId = newId()
  const id = await subscribe(visitorId)
  await download({ visitorId, userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await download({ visitorId, purpose: 'prefetch' })
  await download({ visitorId, request: 'head' })
  await download({ visitorId }, { kind: 'owner', id: profile.ownerId })
  await download({ visitorId, profileId: (await side.newProfile()).id })
  await react()
  expect(await side.history(id)).toEqual(['Subscribed'])
})

test('all subscriptions to a deleted profile are cancelled, those to an inactive one wait, and none while rows are behind [MAIL-6]', async () => {
  const [inactive, other] = [await side.newProfile(), await side.newProfile()]
  const waiting = [await subscribe(undefined, inactive), await subscribe(undefined, other)]
  const converted = await subscribe(undefined)
  await add(converted, { type: 'ReminderConverted', data: { how: 'said' } })
  const ids = await Promise.all(Array.from({ length: SUBSCRIBERS }, () => subscribe(undefined)))
  await side.deactivate(inactive)
  await side.remove(profile)
  await expect(react(false)).rejects.toThrow('is behind')
  const histories = async (of: readonly string[]) =>
    new Set((await Promise.all(of.map((id) => side.history(id)))).map(String))
  expect(await histories(ids)).toEqual(new Set(['Subscribed']))
  await react()
  expect(await histories(ids)).toEqual(new Set(['Subscribed,Cancelled profile']))
  expect(await histories(waiting)).toEqual(new Set(['Subscribed']))
  expect(await side.history(converted)).toEqual(['Subscribed', 'Converted'])
})
