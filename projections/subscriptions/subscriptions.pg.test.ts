import { beforeEach, expect, test } from 'vitest'
import { NO_DETAILS } from '@app/contracts/profiles.ts'
import type { Reminder } from '@app/contracts/reminders.ts'
import { accountsModel } from '../accounts/read-model.ts'
import { profilesModel } from '../profiles/read-model.ts'
import { useReadSide, type Given } from '../testing/read-side.ts'
import { ANA, BEA, DEMO } from '../testing/traffic-story.ts'
import { listReminders } from './list-reminders.ts'
import { subscriptionsModel } from './read-model.ts'
import { findActiveOfVisitor, listOfProfile, subscriptionCounts } from './queries.ts'
import { streamOf, subscriptionId } from './testing/subscription-story.ts'

const OTHER = 'e7e7e7e7-0000-4000-8000-000000000002'
/** The first of November of 2026 has number 1. */
const day = (nth: number): string => `2026-11-${String(nth).padStart(2, '0')}T12:00:00.000Z`
const ms = (nth: number): number => Date.parse(day(nth))
const [ONE, TWO, THREE, FOUR] = [subscriptionId(1), subscriptionId(2), subscriptionId(3), subscriptionId(4)]
const [one, two, three, four] = [streamOf(ONE), streamOf(TWO), streamOf(THREE), streamOf(FOUR)]

const side = useReadSide()
beforeEach(async () => {
  await side.project(accountsModel)
  await side.project(profilesModel)
})

async function after(...events: readonly Given[]): Promise<void> {
  await side.given(...events)
  await side.project(subscriptionsModel)
}

const listed = async (asked: Partial<Parameters<typeof listReminders>[1]> = {}) =>
  listReminders(side.sealedRows(), { skip: 0, limit: 100, search: '', ...asked })
const idsListed = async (asked: Parameters<typeof listed>[0] = {}) =>
  (await listed(asked)).rows.map(({ id }) => id)
/** Active cycles whose next reminder is this one. */
const nextIds = async (reminder: Reminder) => {
  const { rows } = await side.reader.query<{ id: string; cycle: number }>(
    'select id, cycle from read.subscriptions where next_reminder = $1 order by id',
    [reminder],
  )
  return rows.map(({ id, cycle }) => [id, cycle])
}

test('a reminder that was refused for three days, or came back, is undeliverable, and the next one is due', async () => {
  await after(one.subscribed(day(1)), one.skipped('first', 'undeliverable'))
  await after(two.subscribed(day(1)), two.started('first'), two.sent('first', day(8)), two.reported())
  await after(two.started('second'), two.sent('second', day(15)))
  await after(
    three.subscribed(day(1)),
    three.sent('first', day(8)),
    three.sent('second', day(15)),
    three.reported(),
  )
  const { rows } = await listed()
  const statuses = rows.map(({ id, status, reminders: { first, second } }) => [
    id,
    status,
    first.status,
    second.status,
  ])
  expect(new Map(statuses.map(([id, ...shown]) => [id, shown]))).toEqual(
    new Map([
      [ONE, ['active', 'undeliverable', 'pending']],
      [TWO, ['active', 'undeliverable', 'sent']],
      [THREE, ['active', 'sent', 'undeliverable']],
    ]),
  )
  expect(await nextIds('second')).toEqual([[ONE, 1]])
})

test('an erased subscriber who subscribes again is in the next cycle of their stream', async () => {
  await after(one.subscribed(day(1)), one.cancelled(), one.subscribed(day(2)), one.erased())
  await after(one.subscribed(day(3)))
  expect(await nextIds('second')).toEqual([])
  expect(await nextIds('first')).toEqual([[ONE, 3]])
})

test('a visitor’s active subscriptions are found, also after all mails', async () => {
  const of = (nth: number, visitorId: string, profileId = DEMO) =>
    streamOf(subscriptionId(nth)).subscribed(day(1), { visitorId, profileId })
  await after(of(1, ANA), of(2, ANA), of(3, BEA), of(4, ANA, OTHER), one.cancelled())
  await after(two.sent('first', day(8)), two.sent('second', day(15)))
  const found = (visitorId: string) => findActiveOfVisitor(side.reader, { profileId: DEMO, visitorId })
  expect(await found(ANA.toUpperCase())).toEqual([{ subscriptionId: TWO, cycle: 1 }])
  expect(await found(BEA)).toEqual([{ subscriptionId: THREE, cycle: 1 }])
  expect(await found('nobody')).toEqual([])
})

test('all of a profile are listed by their ids, in pages', async () => {
  await after(
    two.subscribed(day(1)),
    one.subscribed(day(2)),
    three.subscribed(day(1), { profileId: OTHER }),
    four.subscribed(day(1)),
    one.converted(),
  )
  const page = (last?: string) => listOfProfile(side.reader, { profileId: DEMO, after: last, limit: 2 })
  expect(await page()).toEqual([
    { subscriptionId: ONE, status: 'converted' },
    { subscriptionId: TWO, status: 'active' },
  ])
  expect(await page(TWO)).toEqual([{ subscriptionId: FOUR, status: 'active' }])
  expect(await page(FOUR)).toEqual([])
})

test('a profile’s waiting and converted subscriptions are counted by the day of subscribing, in each cycle anew', async () => {
  await after(
    one.subscribed(day(1)),
    two.subscribed(day(2)),
    three.subscribed(day(2)),
    four.subscribed(day(2), { profileId: OTHER }),
    two.converted(),
    streamOf(subscriptionId(5)).subscribed(day(2)),
    streamOf(subscriptionId(5)).sent('first', day(9)),
    streamOf(subscriptionId(5)).sent('second', day(16)),
  )
  const count = async (...days: readonly number[]) =>
    side.rows(`select ${subscriptionCounts('$1', days.length === 0 ? null : ['$2', '$3'])} as counts`, [
      DEMO,
      ...days,
    ])
  expect(await count()).toEqual([{ counts: { active: 2, converted: 1 } }])
  expect(await count(ms(2), ms(3))).toEqual([{ counts: { active: 1, converted: 1 } }])
  expect(await count(ms(1), ms(2))).toEqual([{ counts: { active: 1, converted: 0 } }])
  await after(two.subscribed(day(5)), one.erased())
  expect(await count(ms(1), ms(3))).toEqual([{ counts: { active: 1, converted: 0 } }])
  expect(await count()).toEqual([{ counts: { active: 2, converted: 0 } }])
})

test('the list is of the newest first, filtered by status and the profile’s id, with profiles opened', async () => {
  await side.given({
    type: 'ProfileCreated',
    stream: `profile-${DEMO}`,
    data: { ownerId: 'o', slug: 'ana', details: { ...NO_DETAILS, name: 'Ana', lastname: 'Paz' } },
  })
  await side.project(profilesModel)
  await after(
    one.subscribed(day(1)),
    two.subscribed(day(3), { profileId: OTHER }),
    three.subscribed(day(2)),
    four.subscribed(day(2)),
    one.converted(),
  )
  expect(await idsListed()).toEqual([TWO, FOUR, THREE, ONE])
  expect(await listed({ skip: 1, limit: 2 })).toMatchObject({
    rows: [{ id: FOUR, profileName: 'Ana Paz', profileSlug: 'ana' }, { id: THREE }],
    total: 4,
  })
  expect((await listed({ limit: 1 })).rows).toMatchObject([{ profileName: '', profileSlug: '' }])
  expect(await idsListed({ status: 'converted' })).toEqual([ONE])
  expect(await listed({ search: ` ${OTHER.toUpperCase()}` })).toMatchObject({ rows: [{ id: TWO }], total: 1 })
  for (const search of ['%', '_', 'x', `${OTHER}0`, 'e7e7e7e7'])
    expect(await listed({ search })).toEqual({ rows: [], next: undefined, total: 0 })
})

test('an active subscription with no mail to come is counted and listed as completed', async () => {
  await after(
    one.subscribed(day(1)),
    one.sent('first', day(8)),
    one.skipped('second'),
    two.subscribed(day(2)),
    two.sent('first', day(9)),
    three.subscribed(day(3)),
    three.sent('first', day(10)),
    three.cancelled(),
  )
  for (const search of ['', DEMO]) {
    expect(await listed({ status: 'completed', search })).toMatchObject({
      rows: [{ id: ONE, status: 'active' }],
      total: 1,
    })
    expect(await listed({ status: 'active', search })).toMatchObject({ rows: [{ id: TWO }], total: 1 })
    expect(await listed({ search })).toMatchObject({ total: 3 })
  }
  await after(one.subscribed(day(20)))
  expect(await listed({ status: 'completed' })).toMatchObject({ rows: [], total: 0 })
  expect(await idsListed({ status: 'active' })).toEqual([ONE, TWO])
})
