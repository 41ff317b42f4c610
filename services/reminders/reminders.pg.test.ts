import { describe, expect, test } from 'vitest'
import type { Delivery } from '../platform/mail/mail-message.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/profiles/demo-profile.ts'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import { LATE_MS_MAX } from './plan.ts'
import { FIRST_DUE, idsOf, SECOND_DUE, smtp, subjects, useReminderSide } from './testing/reminder-side.ts'
import { createGate } from '../../tests/support/gate.ts'
import { profileStream } from '@app/contracts/profiles/events.ts'
import { createSubjects } from '../kernel/keys/subjects.ts'

const used = useReminderSide()

test('the life of a subscription has a mail on the seventh day at the same time, which says whom to answer, and another one on the fourteenth [MAIL-1]', async () => {
  const server = await smtp()
  const worker = used.side.worker({ smtpUrl: server.url })
  const profile = await used.side.newProfile({ email: 'juan@estudio.example' })
  const ana = await used.side.subscribe(profile, 'ana@empresa.example')
  await used.side.lookAt(worker, '2026-11-09T10:15:20.499-03:00')
  expect(server.delivered).toEqual([])
  await used.side.lookAt(worker, FIRST_DUE)
  await used.side.lookAt(worker, FIRST_DUE)
  expect(subjects(server)).toEqual(['first'])
  await used.side.lookAt(worker, '2026-11-16T10:15:20.499-03:00')
  expect(subjects(server)).toEqual(['first'])
  await used.side.lookAt(worker, SECOND_DUE)
  await used.side.lookAt(worker, '2027-01-16T10:15:20.500-03:00')
  expect(subjects(server)).toEqual(['first', 'second'])
  expect(server.delivered.map(({ to }) => to)).toEqual([['ana@empresa.example'], ['ana@empresa.example']])
  expect(new Set(idsOf(server)).size).toBe(2)
  expect(await used.side.history(ana)).toEqual([
    'Subscribed',
    'SendStarted first',
    'Sent first',
    'SendStarted second',
    'Sent second',
  ])
  expect(await used.side.jobs(ana)).toBe(0)
  const [{ from, eml }] = server.delivered as [(typeof server.delivered)[number]]
  const [, token] = /^rebotes\+(\w+)@tarjeta\.example$/.exec(from)!
  expect(used.side.tokens.read('bounce', token!)).toEqual({ subscriptionId: ana, cycle: 1 })
  expect(eml).toMatch(/^Reply-To: juan@estudio\.example\r$/m)
  expect(eml).toMatch(/^List-Unsubscribe: <https:\/\/tarjeta\.example\/baja\/\w{52}>\r$/m)
})

describe('nobody is written to', () => {
  test('a second time by a clock that is set back and forth, or by tables that are rebuilt [MAIL-2]', async () => {
    const server = await smtp()
    const worker = used.side.worker({ smtpUrl: server.url })
    const ana = await used.side.subscribe(used.juan)
    await used.side.lookAt(worker, FIRST_DUE)
    for (const instant of ['2026-11-05T12:00:00-03:00', '2026-11-02T09:00:00-03:00', FIRST_DUE]) {
      used.side.clock.jump(Date.parse(instant) - used.side.clock.now().getTime())
      await worker()
    }
    await used.side.own.db.query('delete from kernel.jobs; delete from kernel.checkpoints')
    await used.side.rebuild()
    await worker()
    expect(subjects(server)).toEqual(['first'])
    used.side.clock.jump(Date.parse(SECOND_DUE) - used.side.clock.now().getTime())
    await worker()
    expect(subjects(server)).toEqual(['first', 'second'])
    expect(await used.side.history(ana)).toHaveLength(5)
  })

  test('to a person who was erased between the intent and the mail [MAIL-11]', async () => {
    const server = await smtp()
    const ana = await used.side.subscribe(used.juan)
    const afterIntent = () => used.side.keys.destroy(subscriptionStream(ana)).then(() => undefined)
    await used.side.lookAt(used.side.worker({ smtpUrl: server.url, afterIntent }), FIRST_DUE)
    expect(server.delivered).toEqual([])
    expect((await used.side.history(ana)).at(-1)).toBe('SendFailed first withdrawn')
    await used.side.lookAt(used.side.worker({ smtpUrl: server.url }), '2026-11-09T11:00:00-03:00')
    expect((await used.side.history(ana)).at(-1)).toBe('Cancelled erasure')
    expect(server.delivered).toEqual([])
  })

  test('of a deleted profile or an inactive one, of an inactive owner, or at a mailbox that refused all; the demo profile’s owner may be inactive', async () => {
    const server = await smtp()
    const worker = used.side.worker({ smtpUrl: server.url })
    const refusing = await used.side.subscribe(used.juan, 'nadie@empresa.example')
    await used.side.suppress('Nadie@Empresa.example')
    const [deleted, inactive, ofInactive] = [
      await used.side.newProfile(),
      await used.side.newProfile(),
      await used.side.newProfile(),
    ]
    const demo = await used.side.newProfile({}, DEMO_PROFILE_ID)
    const ids: string[] = [refusing]
    for (const profile of [deleted, inactive, ofInactive, demo]) ids.push(await used.side.subscribe(profile))
    await used.side.remove(deleted)
    await used.side.deactivate(inactive)
    for (const profile of [ofInactive, demo]) await used.side.deactivateOwner(profile)
    const lasts = async () =>
      Promise.all(ids.map(async (id) => (await used.side.history(id)).slice(1).at(-1)))
    await used.side.lookAt(worker, FIRST_DUE)
    const cancelled = ['Cancelled subscriber', 'Cancelled profile']
    expect(await lasts()).toEqual([...cancelled, undefined, undefined, 'Sent first'])
    await used.side.activate(inactive)
    const lastMs = Date.parse(FIRST_DUE) + LATE_MS_MAX
    await used.side.lookAt(worker, new Date(lastMs).toISOString())
    await used.side.lookAt(worker, new Date(lastMs + 15 * 60_000).toISOString())
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
  const gone = used.side.worker({ deliver })
  const ids = [await used.side.subscribe(used.juan), await used.side.subscribe(used.juan)]
  const histories = () => Promise.all(ids.map((id) => used.side.history(id)))
  used.side.clock.set(FIRST_DUE)
  await used.side.project()
  const going = gone()
  await expect.poll(async () => (await histories()).flat()).toHaveLength(3)
  await used.side.own.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'jobs' and state = 'idle in transaction' and datname = current_database()",
  )
  const other = used.side.worker({ smtpUrl: server.url })
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

const blocks = () => createSubjects(used.side.own.db)
const block = (subject: string): Promise<void> => blocks().freeze(subject, used.side.clock.now())

test('a reminder that is due while its subscriber or its profile is blocked is skipped with that reason, and the next one goes out [PRIV-15]', async () => {
  const server = await smtp()
  const worker = used.side.worker({ smtpUrl: server.url })
  const eva = await used.side.newProfile()
  const ids = [await used.side.subscribe(used.juan, EMAIL), await used.side.subscribe(eva, EMAIL)]
  const blocked = [subscriptionStream(ids[0]!), profileStream(eva.id)]
  for (const subject of blocked) await block(subject)
  await used.side.lookAt(worker, FIRST_DUE)
  expect(server.delivered).toEqual([])
  for (const id of ids) {
    expect(await used.side.history(id)).toEqual(['Subscribed', 'Skipped first blocked'])
    const { rows } = await used.side.own.db.query<{ first_status: string }>(
      'select first_status from read.subscriptions where id = $1',
      [id],
    )
    expect(rows).toEqual([{ first_status: 'blocked' }])
  }
  for (const subject of blocked) await blocks().unfreeze(subject)
  await used.side.lookAt(worker, SECOND_DUE)
  expect(subjects(server)).toHaveLength(2)
  for (const id of ids)
    expect((await used.side.history(id)).slice(2)).toEqual(['SendStarted second', 'Sent second'])
})
