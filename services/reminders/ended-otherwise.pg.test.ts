import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readStream } from '../kernel/codec.ts'
import { uuid } from '../../tests/support/api/test-log.ts'
import { isLong } from '../../tests/support/longer-runs.ts'
import { START, type Actor } from '@app/contracts/event-store.ts'
import type { DomainEvent, PastEventOf } from '@app/contracts/events/catalogue.ts'
import { interactionStream } from '@app/contracts/taps/events.ts'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import { append, envelop } from '../kernel/commands.ts'
import { newId } from '../kernel/log/ids.ts'
import type { WaitFor } from '../kernel/wait-for.ts'
import { startPolls } from '../kernel/polls.ts'
import { startReactions } from '../kernel/reaction.ts'
import { subscriptionsModel } from '@app/projections/subscriptions/read-model.ts'
import { startFollowing, type Following } from '@app/projections/testing/following.ts'
import { deletionReaction, conversionReaction } from './ending-reactions.ts'
import { openReminderSide, type ReminderSide, type Shown } from './testing/reminder-side.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const VISITOR: Actor = { kind: 'visitor', id: 'somebody' }
/** More than a page in the lanes. */
const SUBSCRIBERS = isLong ? 101 : 2

let side: ReminderSide
let following: Following
let profile: Shown
const troubles: Error[] = []
const stops: (() => Promise<void>)[] = []
let [visitors, wishes] = [0, 0]

const follow = (): Following =>
  startFollowing(
    {
      db: side.projector,
      reader: side.reader,
      log: side.own.bare,
      codec: side.own.codec,
      seals: side.own.seals,
      now: side.clock.now,
      eventsMax: 100,
    },
    [subscriptionsModel],
  )

/** As a process of the product runs them. */
function react() {
  const waitFor: WaitFor = (models, position) => following.waitFor(position, undefined, models)
  const rows = { db: side.reader, waitFor }
  const db = side.projector
  const polls = startPolls({ db, log: side.own.bare, pollMs: 20 })
  const deps = { ...side, now: side.clock.now, db, polls, graceMs: 0 }
  const onTrouble = (_reaction: string, trouble: Error): void => void troubles.push(trouble)
  const running = startReactions({ ...deps, onTrouble }, [conversionReaction(rows), deletionReaction(rows)])
  stops.push(running.stop, polls.stop)
}

beforeAll(async () => {
  side = await openReminderSide()
  following = follow()
  react()
})
afterAll(async () => {
  for (const stop of stops) await stop()
  await following.stop()
  await side.close()
})
beforeEach(async () => {
  profile = await side.newProfile()
  troubles.length = 0
})

const newVisitor = (): string => uuid(0x9000 + (visitors += 1))

async function subscribe(visitorId: string | undefined, { id: profileId }: Shown = profile): Promise<string> {
  const email = `ana${(wishes += 1)}@empresa.example`
  const id = side.ids.subscription(profileId, email)
  await again(id, { profileId, email, consent: 'v1', ...(visitorId === undefined ? {} : { visitorId }) })
  return id
}

const again = (id: string, data: Extract<DomainEvent, { type: 'ReminderSubscribed' }>['data']) =>
  side.add(subscriptionStream(id), { type: 'ReminderSubscribed', data })

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

/** Downloads are handled in their order: once this one is, all before it are. */
async function expectHandled(): Promise<void> {
  const visitorId = newVisitor()
  const id = await subscribe(visitorId)
  const eventId = await download({ visitorId })
  await expect.poll(() => convertedBy(id)).toEqual([['contact', eventId, eventId]])
}

test('the first download after subscribing converts the subscription, and later ones do not [MAIL-6]', async () => {
  const visitorId = newVisitor()
  const [id, other] = [await subscribe(visitorId), await subscribe(newVisitor())]
  const without = await subscribe(undefined)
  const eventId = await download({ visitorId: visitorId.toUpperCase() })
  await download({ visitorId })
  await expectHandled()
  expect(await convertedBy(id)).toEqual([['contact', eventId, eventId]])
  for (const one of [other, without]) expect(await side.history(one)).toEqual(['Subscribed'])
})

test('robots, previews, parts of files, owners and visitors of other profiles convert nobody', async () => {
  const visitorId = newVisitor()
  const id = await subscribe(visitorId)
  await download({ visitorId, userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await download({ visitorId, purpose: 'prefetch' })
  await download({ visitorId, request: 'head' })
  await download({ visitorId }, { kind: 'owner', id: profile.ownerId })
  await download({ visitorId, profileId: (await side.newProfile()).id })
  await expectHandled()
  expect(await side.history(id)).toEqual(['Subscribed'])
})

test('a reaction whose rows are behind fails, and so is tried again [MAIL-6]', async () => {
  const behind = { db: side.reader, waitFor: async () => false }
  const visitorId = newVisitor()
  const id = await subscribe(visitorId)
  const eventId = await download({ visitorId })
  const { events } = await side.own.store.log.readAll(START, { limit: 1_000 })
  const downloaded = events.find((event) => event.id === eventId)!
  const deps = { ...side, now: side.clock.now }
  for (const reaction of [conversionReaction(behind), deletionReaction(behind)]) {
    expect(reaction.isNeverSkipped).toBe(true)
    await expect(reaction.react(deps, downloaded)).rejects.toThrow('is behind')
  }
  await expect.poll(() => convertedBy(id)).toEqual([['contact', eventId, eventId]])
})

test('all subscriptions to a deleted profile are cancelled, those to an inactive one wait [MAIL-6]', async () => {
  const [inactive, other] = [await side.newProfile(), await side.newProfile()]
  const waiting = [await subscribe(undefined, inactive), await subscribe(undefined, other)]
  const converted = await subscribe(undefined)
  await side.add(subscriptionStream(converted), { type: 'ReminderConverted', data: { how: 'said' } })
  const ids = await Promise.all(Array.from({ length: SUBSCRIBERS }, () => subscribe(undefined)))
  await side.deactivate(inactive)
  await side.remove(profile)
  const histories = async (of: readonly string[]) => Promise.all(of.map((id) => side.history(id)))
  await expect
    .poll(async () => new Set((await histories(ids)).map(String)))
    .toEqual(new Set(['Subscribed,Cancelled profile']))
  expect(await histories(waiting)).toEqual([['Subscribed'], ['Subscribed']])
  expect(await side.history(converted)).toEqual(['Subscribed', 'Converted'])
})
