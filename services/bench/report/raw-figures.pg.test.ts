import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import type { NewEvent } from '@app/contracts/event-store.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createClosing } from '../product/closing.ts'
import { fillLog, type ComingEvent } from '../load/fill-log.ts'
import { openOurLog } from '../peers/our-log.ts'
import { RAW_INDEX, rawFigures } from './raw-figures.ts'
import { tableSizes } from '../product/table-sizes.ts'

const MINE = '00000000-0000-4000-8000-000000000001'
const OTHERS = '00000000-0000-4000-8000-000000000002'
const ANA = '00000000-0000-4000-8000-00000000000a'
const BEA = '00000000-0000-4000-8000-00000000000b'

function comingEvent(type: string, at: string, data: Record<string, string>): ComingEvent {
  const id = randomUUID()
  const meta = {
    actor: { kind: 'visitor', id: ANA },
    occurredAt: at,
    correlationId: id,
    causationId: null,
  } as const
  const whole = { profileId: MINE, visitorId: ANA, userAgent: '', request: 'get', ...data }
  const event: NewEvent = { id, type, version: type === 'ProfileTapped' ? 2 : 1, data: whole, meta }
  return { stream: `some-${id}`, event }
}

// In Santiago it is still August for three hours after the last midnight UTC.
const EVENTS = [
  comingEvent('ProfileTapped', '2026-09-01T01:00:00.000Z', { source: 'qr' }),
  comingEvent('ProfileTapped', '2026-09-03T12:00:00.000Z', { source: 'nfc' }),
  comingEvent('ProfileTapped', '2026-09-03T12:01:00.000Z', { source: 'nfc', visitorId: BEA }),
  comingEvent('LinkClicked', '2026-09-03T12:02:00.000Z', { network: 'email' }),
  comingEvent('LinkClicked', '2026-09-03T12:03:00.000Z', { network: 'email', visitorId: BEA }),
  comingEvent('LinkClicked', '2026-09-03T12:04:00.000Z', { network: 'custom' }),
  comingEvent('ContactDownloaded', '2026-09-03T12:05:00.000Z', {}),
  comingEvent('VisitorIdentified', '2026-09-03T12:06:00.000Z', { fullName: 'Ana' }),
  comingEvent('ProfileTapped', '2026-09-03T12:07:00.000Z', { source: 'nfc', profileId: OTHERS }),
]

const closing = createClosing((error) => {
  throw error
})
let client: pg.Client
beforeAll(async () => {
  const { url } = await createTestDatabase()
  const { store } = await openOurLog({ server: { database: async () => url }, closing }, 'raw')
  expect(await fillLog(store, EVENTS, () => undefined)).toBe(EVENTS.length)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  closing.add(() => client.end())
})
afterAll(() => closing.closeAll())

test('figures come out of the events of one profile, months as they are in Santiago', async () => {
  await client.query(RAW_INDEX.drop)
  await client.query(RAW_INDEX.make)
  expect(await rawFigures(client, MINE)).toEqual({
    visits: 3,
    uniques: 2,
    clicks: 3,
    downloads: 1,
    networks: { email: 2, custom: 1 },
    months: [
      { period: '2026-08', visits: 1, uniques: 1, clicks: 0, downloads: 0 },
      { period: '2026-09', visits: 2, uniques: 2, clicks: 3, downloads: 1 },
    ],
  })
})

test('a profile without events has figures too', async () => {
  expect(await rawFigures(client, ANA)).toMatchObject({ visits: 0, networks: {}, months: [] })
})

test('the log’s size is reported even where there are no read models yet', async () => {
  const [log, ...none] = await tableSizes(client, ['traffic'])
  expect(none).toEqual([])
  expect(log).toMatchObject({ table: 'log.events' })
  expect(log!.bytes).toBeGreaterThan(8_192)
})
