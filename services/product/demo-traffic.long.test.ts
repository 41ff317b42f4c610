import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { withLog } from '../kernel/testing/memory-events.ts'
import { createTestClock, openTestBackend, type TestBackend } from '../../tests/support/api/test-backend.ts'
import { StoreError, type StoredEvent } from '@app/contracts/event-store.ts'
import { deleteProfile } from '../profiles/create-profile.ts'
import { append, type Events } from '../kernel/commands.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { createLog } from '../platform/observability/log.ts'
import { newId } from '../kernel/log/ids.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
import { ensureDemoProfile } from './first-start/first-content.ts'
import { demoYear, startDemoTraffic, type DemoTraffic } from './demo-traffic.ts'

const EVENTS = 300
const MADE_MS = Date.parse('2026-11-18T15:00:00.000Z')
const TRAFFIC = ['ProfileTapped', 'LinkClicked', 'ContactDownloaded', 'VisitorIdentified', 'PagePreviewed']
const YEAR = [...demoYear(MADE_MS, EVENTS)]
const sorted = (ids: readonly string[]): readonly string[] => [...ids].sort()
const IDS = sorted(YEAR.map(({ event }) => event.id))

const clock = createTestClock()
const log = createLog('silent')
let backend: TestBackend
let lines: string[]

beforeEach(async () => {
  lines = []
  clock.set(new Date(MADE_MS).toISOString())
  backend = await openTestBackend(clock, 'nothing')
  onTestFinished(backend.close)
  await ensureDemoProfile(context(), 'admin')
})

const context = () => ({ store: backend.store, names: backend.names, now: clock.now, newId })

/** Runs demo traffic as a start of the product does. */
function start(more: Partial<DemoTraffic> = {}) {
  const say = (line: string): void => void lines.push(line)
  return startDemoTraffic({
    store: backend.store,
    say,
    log,
    events: EVENTS,
    pause: async () => undefined,
    ...more,
  })
}

const run = (more: Partial<DemoTraffic> = {}): Promise<void> => start(more).ended

const appended = (): Promise<readonly StoredEvent[]> => wholeLog(backend.own.store, TRAFFIC)
const appendedIds = async (): Promise<readonly string[]> => sorted((await appended()).map(({ id }) => id))

/** A store whose process dies before a fatal append. */
const dyingAt = (isFatal: (id: string) => boolean): Events =>
  withLog(backend.store, {
    append: async (stream, expected, events, options) => {
      if (events.some(({ id }) => isFatal(id))) throw new StoreError('Disposed', 'the process died')
      return backend.store.log.append(stream, expected, events, options)
    },
  })

test('a new demo profile gets a year of traffic once, which ends at its creation', async () => {
  await run()
  expect(await appendedIds()).toEqual(IDS)
  const instants = (await appended()).map(({ meta }) => Date.parse(meta.occurredAt))
  expect(Math.max(...instants)).toBeLessThanOrEqual(MADE_MS)
  expect(Math.min(...instants)).toBeGreaterThan(MADE_MS - 366 * 86_400_000)
  clock.advance(86_400_000)
  await run()
  expect(await appendedIds()).toEqual(IDS)
  expect(lines).toEqual(['Tráfico de demostración: listo, 300 eventos de un año.'])
})

test('the next start continues after a crash, without duplicates', async () => {
  for (const fatal of [1, 70, 299]) {
    const before = (await appended()).length
    await run({ store: dyingAt((id) => id === YEAR[fatal]!.event.id) })
    expect((await appended()).length).toBeGreaterThanOrEqual(before)
    expect((await appended()).length).toBeLessThan(EVENTS)
    expect(lines.at(-1)).toContain('se detuvo por un error inesperado')
  }
  await run()
  expect(await appendedIds()).toEqual(IDS)
})

describe('no demo traffic is added', () => {
  const deleteIt = () => deleteProfile(context(), DEMO_PROFILE_ID, { kind: 'admin', id: 'admin' })

  test('to a product with other events since the creation of its demo profile', async () => {
    const { stream, event } = [...demoYear(MADE_MS - 1_000, 1)][0]!
    await append(backend.store, stream, 'noStream', [event])
    await run()
    expect(await appended()).toHaveLength(1)
    expect(lines).toEqual([])
  })

  test('once the profile is deleted', async () => {
    await run({ pause: async () => void (await deleteIt()) })
    expect(await appended()).toHaveLength(64)
    expect(lines).toEqual([])
  })
})
