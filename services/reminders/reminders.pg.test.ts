import { describe, expect, test } from 'vitest'
import type { Delivery } from '../platform/mail/mailer.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { LATE_MS_MAX } from './plan.ts'
import { smtp } from '../platform/mail/testing/test-smtp.ts'
import { FIRST_DUE, idsOf, SECOND_DUE, subjects, useReminderSide } from './testing/reminder-side.ts'
import { createGate } from '../../tests/support/gate.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { createSubjects } from '../kernel/keys/subjects.ts'

const { side, juan } = useReminderSide()

test('the life of a subscription has a mail on the seventh day at the same time, which says whom to answer, and another one on the fourteenth [MAIL-1]', async () => {
  const server = await smtp()
  const worker = side().worker({ smtpUrl: server.url })
  const profile = await side().newProfile({ email: 'juan@estudio.example' })
  const ana = await side().subscribe(profile, 'ana@empresa.example')
  await side().lookAt(worker, '2026-11-09T10:15:20.499-03:00')
  expect(server.delivered).toEqual([])
  await side().lookAt(worker, FIRST_DUE)
  await side().lookAt(worker, FIRST_DUE)
  expect(subjects(server)).toEqual(['first'])
  await side().lookAt(worker, '2026-11-16T10:15:20.499-03:00')
  expect(subjects(server)).toEqual(['first'])
  await side().lookAt(worker, SECOND_DUE)
  await side().lookAt(worker, '2027-01-16T10:15:20.500-03:00')
  expect(subjects(server)).toEqual(['first', 'second'])
  expect(server.delivered.map(({ to }) => to)).toEqual([['ana@empresa.example'], ['ana@empresa.example']])
  expect(new Set(idsOf(server)).size).toBe(2)
  expect(await side().history(ana)).toEqual([
    'Subscribed',
    'SendStarted first',
    'Sent first',
    'SendStarted second',
    'Sent second',
  ])
  expect(await side().jobs(ana)).toBe(0)
  const [{ from, eml }] = server.delivered as [(typeof server.delivered)[number]]
  const [, token] = /^rebotes\+(\w+)@tarjeta\.example$/.exec(from)!
  expect(side().tokens.read('bounce', token!)).toEqual({ subscriptionId: ana, cycle: 1 })
  expect(eml).toMatch(/^Reply-To: juan@estudio\.example\r$/m)
  expect(eml).toMatch(/^List-Unsubscribe: <https:\/\/tarjeta\.example\/baja\/\w{52}>\r$/m)
})

describe('nobody is written to', () => {
  test('a second time by a clock that is set back and forth, or by tables that are rebuilt [MAIL-2]', async () => {
    const server = await smtp()
    const worker = side().worker({ smtpUrl: server.url })
    const ana = await side().subscribe(juan())
    await side().lookAt(worker, FIRST_DUE)
    for (const instant of ['2026-11-05T12:00:00-03:00', '2026-11-02T09:00:00-03:00', FIRST_DUE]) {
      side().clock.jump(Date.parse(instant) - side().clock.now().getTime())
      await worker()
    }
    await side().own.db.query('delete from kernel.jobs; delete from kernel.checkpoints')
    await side().rebuild()
    await worker()
    expect(subjects(server)).toEqual(['first'])
    side().clock.jump(Date.parse(SECOND_DUE) - side().clock.now().getTime())
    await worker()
    expect(subjects(server)).toEqual(['first', 'second'])
    expect(await side().history(ana)).toHaveLength(5)
  })

  test('to a person who was erased between the intent and the mail [MAIL-11]', async () => {
    const server = await smtp()
    const ana = await side().subscribe(juan())
    const afterIntent = () =>
      side()
        .keys.destroy(subscriptionStream(ana))
        .then(() => undefined)
    await side().lookAt(side().worker({ smtpUrl: server.url, afterIntent }), FIRST_DUE)
    expect(server.delivered).toEqual([])
    expect((await side().history(ana)).at(-1)).toBe('SendFailed first withdrawn')
    await side().lookAt(side().worker({ smtpUrl: server.url }), '2026-11-09T11:00:00-03:00')
    expect((await side().history(ana)).at(-1)).toBe('Cancelled erasure')
    expect(server.delivered).toEqual([])
  })

  test('of a deleted profile or an inactive one, of an inactive owner, or at a mailbox that refused all; the demo profile’s owner may be inactive', async () => {
    const server = await smtp()
    const worker = side().worker({ smtpUrl: server.url })
    const refusing = await side().subscribe(juan(), 'nadie@empresa.example')
    await side().suppress('Nadie@Empresa.example')
    const [deleted, inactive, ofInactive] = [
      await side().newProfile(),
      await side().newProfile(),
      await side().newProfile(),
    ]
    const demo = await side().newProfile({}, DEMO_PROFILE_ID)
    const ids: string[] = [refusing]
    for (const profile of [deleted, inactive, ofInactive, demo]) ids.push(await side().subscribe(profile))
    await side().remove(deleted)
    await side().deactivate(inactive)
    for (const profile of [ofInactive, demo]) await side().deactivateOwner(profile)
    const lasts = async () => Promise.all(ids.map(async (id) => (await side().history(id)).slice(1).at(-1)))
    await side().lookAt(worker, FIRST_DUE)
    const cancelled = ['Cancelled subscriber', 'Cancelled profile']
    expect(await lasts()).toEqual([...cancelled, undefined, undefined, 'Sent first'])
    await side().activate(inactive)
    const lastMs = Date.parse(FIRST_DUE) + LATE_MS_MAX
    await side().lookAt(worker, new Date(lastMs).toISOString())
    await side().lookAt(worker, new Date(lastMs + 15 * 60_000).toISOString())
    expect(await lasts()).toEqual([...cancelled, 'Sent first', 'Skipped first inactive', 'Sent first'])
    expect(subjects(server)).toEqual(['first', 'first'])
  })
})

test('a worker that lost its connection leaves its mail in doubt, and another one sends the rest [MAIL-3]', async () => {
  const server = await smtp()
  const released = createGate()
  const deliver = async (): Promise<Delivery> => {
    await released.opened
    return { kind: 'sent' }
  }
  const gone = side().worker({ deliver })
  const ids = [await side().subscribe(juan()), await side().subscribe(juan())]
  const histories = () => Promise.all(ids.map((id) => side().history(id)))
  side().clock.set(FIRST_DUE)
  await side().project()
  const going = gone()
  await expect.poll(async () => (await histories()).flat()).toHaveLength(3)
  await side().own.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'jobs' and state = 'idle in transaction' and datname = current_database()",
  )
  const other = side().worker({ smtpUrl: server.url })
  await expect
    .poll(async () => {
      await other()
      return (await histories()).map((history) => history.at(-1)!).toSorted((a, b) => a.localeCompare(b))
    })
    .toEqual(['SendUncertain first interrupted', 'Sent first'])
  released.open()
  await expect(going).rejects.toThrow('not queryable')
  expect(subjects(server)).toEqual(['first'])
  expect((await histories()).flat()).toHaveLength(6)
})

const EMAIL = 'ana@empresa.example'

const blocks = () => createSubjects(side().own.db)
const block = (subject: string): Promise<void> => blocks().freeze(subject, side().clock.now())

test('a reminder that is due while its subscriber or its profile is blocked is skipped with that reason, and the next one goes out [PRIV-15]', async () => {
  const server = await smtp()
  const worker = side().worker({ smtpUrl: server.url })
  const eva = await side().newProfile()
  const ids = [await side().subscribe(juan(), EMAIL), await side().subscribe(eva, EMAIL)]
  const blocked = [subscriptionStream(ids[0]!), profileStream(eva.id)]
  for (const subject of blocked) await block(subject)
  await side().lookAt(worker, FIRST_DUE)
  expect(server.delivered).toEqual([])
  for (const id of ids) {
    expect(await side().history(id)).toEqual(['Subscribed', 'Skipped first blocked'])
    const { rows } = await side().own.db.query<{ first_status: string }>(
      'select first_status from read.subscriptions where id = $1',
      [id],
    )
    expect(rows).toEqual([{ first_status: 'blocked' }])
  }
  for (const subject of blocked) await blocks().unfreeze(subject)
  await side().lookAt(worker, SECOND_DUE)
  expect(subjects(server)).toHaveLength(2)
  for (const id of ids)
    expect((await side().history(id)).slice(2)).toEqual(['SendStarted second', 'Sent second'])
})
