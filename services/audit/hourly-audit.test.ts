import { expect, test } from 'vitest'
import { StoreError } from '@app/contracts/event-store.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { openMemoryEvents, withLog } from '../kernel/testing/memory-events.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { newId } from '../kernel/log/ids.ts'
import { createRecordReading } from './hourly-audit.ts'

const HOUR_MS = 3_600_000
const PROFILE = 'profile-0199a000-0000-7000-8000-000000000001'

test('an hour has one reading of a form and what it shows, in any process, and a person’s hour is their own [PRIV-14]', async () => {
  let ms = Date.parse('2026-11-27T10:00:00.000Z')
  const now = () => new Date(ms)
  const store = await openMemoryEvents(createMemoryLog(), { now, newId })
  const [one, other] = [createRecordReading({ store, now }), createRecordReading({ store, now })]
  for (const record of [one, other]) {
    await record('luis', { form: 'list', type: 'SignedIn', person: undefined })
    await record('luis', { form: 'list', from: '2026-11-20' })
    await record('luis', { form: 'csv' })
    for (const position of ['7', '8']) await record('luis', { form: 'event', position }, PROFILE)
    await record('luis', { form: 'list', entity: PROFILE })
  }
  await one('elisa', { form: 'csv' })
  ms += HOUR_MS
  await other('luis', { form: 'csv' })
  expect((await wholeLog(store, ['HistoryRead'])).map(({ data, meta }) => [meta.actor, data])).toEqual([
    [{ kind: 'admin', id: 'luis' }, { filters: [{ form: 'list', type: 'SignedIn' }] }],
    [{ kind: 'admin', id: 'luis' }, { filters: [{ form: 'csv' }] }],
    [{ kind: 'admin', id: 'luis' }, { filters: [{ form: 'event', position: '7' }] }],
    [{ kind: 'admin', id: 'luis' }, { filters: [{ form: 'list', entity: PROFILE }] }],
    [{ kind: 'admin', id: 'elisa' }, { filters: [{ form: 'csv' }] }],
    [{ kind: 'admin', id: 'luis' }, { filters: [{ form: 'csv' }] }],
  ])
})

test('a reading that cannot be recorded is refused [PRIV-14]', async () => {
  const append = async () => {
    throw new StoreError('Unavailable', 'away')
  }
  const record = createRecordReading({
    store: withLog(await openMemoryEvents(createMemoryLog(), { now: () => new Date(0), newId }), { append }),
    now: () => new Date(0),
  })
  await expect(record('luis', { form: 'list' })).rejects.toThrow('away')
})
