import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock, openTestBackend, type TestBackend } from '../../tests/support/api/test-backend.ts'
import { StoreError, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { profile } from '@app/domain/profile.ts'
import { handle } from '@app/event-store/handle.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { createLog } from '@app/observability/log.ts'
import { newId } from '@app/event-store/ids.ts'
import { readSettings } from '@app/settings/settings.ts'
import { causeBy } from '@app/processes/command-context.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/demo-profile.ts'
import { ensureDemoProfile } from '@app/runtime/first-start/ensure-demo-profile.ts'
import { beginDemoTraffic, demoChunks } from './demo-traffic-log.ts'
import { openDemoTraffic, startDemoTraffic, type DemoTrafficDeps } from './demo-traffic.ts'

const EVENTS = 300
const MADE_MS = Date.parse('2026-11-18T15:00:00.000Z')
const TRAFFIC = ['ProfileTapped', 'LinkClicked', 'ContactDownloaded', 'VisitorIdentified', 'PagePreviewed']
const YEAR = [...demoChunks(MADE_MS, EVENTS)].flat()
const sorted = (ids: readonly string[]): readonly string[] => [...ids].sort()
const IDS = sorted(YEAR.map(({ event }) => event.id))

const clock = createTestClock()
const log = createLog('silent')
let backend: TestBackend
let lines: string[]

beforeEach(async () => {
  lines = []
  clock.set(new Date(MADE_MS).toISOString())
  backend = await openTestBackend(clock, 'everything')
  onTestFinished(backend.close)
  await ensureDemoProfile(context(), 'admin')
})

const context = () => ({ store: backend.store, names: backend.names, now: clock.now, newId })

/** Runs demo traffic as a start of the product does. */
async function start(more: Partial<DemoTrafficDeps> = {}) {
  const { store } = backend
  await beginDemoTraffic(store, EVENTS)
  const say = (line: string): void => void lines.push(line)
  return startDemoTraffic({ store, say, log, events: EVENTS, pause: async () => undefined, ...more })
}

const appended = (): Promise<readonly StoredEvent[]> => wholeLog(backend.own.store, TRAFFIC)
const appendedIds = async (): Promise<readonly string[]> => sorted((await appended()).map(({ id }) => id))

/** A store whose process dies before a fatal append. */
const dyingAt = (isFatal: (id: string) => boolean): EventStore => ({
  ...backend.store,
  append: async (stream, expected, events, options) => {
    if (events.some(({ id }) => isFatal(id))) throw new StoreError('Disposed', 'the process died')
    return backend.store.append(stream, expected, events, options)
  },
})

test('a new demo profile gets a year of traffic once, which ends at its creation', async () => {
  await (
    await start()
  ).ended
  expect(await appendedIds()).toEqual(IDS)
  const instants = (await appended()).map(({ meta }) => Date.parse(meta.occurredAt))
  expect(Math.max(...instants)).toBeLessThanOrEqual(MADE_MS)
  expect(Math.min(...instants)).toBeGreaterThan(MADE_MS - 366 * 86_400_000)
  expect(lines).toEqual(['Tráfico de demostración: listo, 300 eventos de un año.'])
})

test('a later start adds and logs nothing at any time of its clock', async () => {
  await (
    await start()
  ).ended
  const head = await backend.store.headPosition()
  clock.advance(86_400_000)
  await (
    await start()
  ).ended
  expect(await backend.store.headPosition()).toBe(head)
  expect(lines).toHaveLength(1)
})

test('personal data of visitors is sealed', async () => {
  const events = 3_000
  await beginDemoTraffic(backend.store, events)
  await (
    await start({ events })
  ).ended
  const [opened] = await wholeLog(backend.own.store, ['VisitorIdentified'])
  const [bare] = await wholeLog(backend.own.bare, ['VisitorIdentified'])
  expect(opened?.data.description).toMatch(/\(Ejemplo inventado\)$/)
  expect(JSON.stringify(bare?.data)).not.toContain(opened?.data.fullName)
})

describe('the next start continues after a crash, without duplicates', () => {
  test.each([1, 70, 299])('at event %i', async (fatal) => {
    await (
      await start({ store: dyingAt((id) => id === YEAR[fatal]!.event.id) })
    ).ended
    expect((await appended()).length).toBeLessThan(EVENTS)
    expect(lines).toEqual([expect.stringContaining('se detuvo por un error inesperado')])
    await (
      await start()
    ).ended
    expect(await appendedIds()).toEqual(IDS)
  })
})

test('a stop waits for pending appends, and the next start continues', async () => {
  const first = await start({ pause: async () => void first.stop() })
  await first.ended
  expect((await appended()).length).toBe(64)
  expect(lines).toEqual([])
  await (
    await start()
  ).ended
  expect(await appendedIds()).toEqual(IDS)
})

test('two concurrent processes write the traffic once', async () => {
  const both = await Promise.all([start(), start()])
  await Promise.all(both.map(({ ended }) => ended))
  expect(await appendedIds()).toEqual(IDS)
})

test('an unavailable log is reported once and awaited', async () => {
  const waits: number[] = []
  const isPaused = async (ms: number): Promise<void> => {
    if (ms < 1_000) return waits.length === 0 ? backend.proxy.stop() : undefined
    waits.push(ms)
    if (waits.length === 3) await backend.proxy.start()
  }
  await (
    await start({ pause: isPaused })
  ).ended
  expect(await appendedIds()).toEqual(IDS)
  expect(waits.slice(0, 3)).toEqual([1_000, 2_000, 4_000])
  expect(lines.filter((line) => line.includes('no responde'))).toHaveLength(1)
})

describe('no demo traffic is added', () => {
  const deleteIt = () =>
    handle(backend.own.store, profile, {
      stream: profileStream(DEMO_PROFILE_ID),
      command: { type: 'DeleteProfile' },
      cause: causeBy(context(), { kind: 'admin', id: 'admin' }),
      newId,
    })

  test('to a product with other events since the creation of its demo profile', async () => {
    const { stream, event } = [...demoChunks(MADE_MS, 1)].flat()[0]!
    await backend.store.append(stream, 'noStream', [event])
    await (
      await start()
    ).ended
    expect(await appended()).toHaveLength(1)
    expect(lines).toEqual([])
  })

  test('to a deleted demo profile', async () => {
    await deleteIt()
    await (
      await start()
    ).ended
    expect(await appended()).toEqual([])
  })

  test('once the profile is deleted', async () => {
    await (
      await start({ pause: async () => void (await deleteIt()) })
    ).ended
    expect(await appended()).toHaveLength(64)
    expect(lines).toEqual([])
  })

  test('when the settings disable it, now or later', async () => {
    const stops: (() => Promise<void>)[] = []
    const open = (DEMO: string) =>
      openDemoTraffic({
        settings: readSettings({ DEMO }),
        backend,
        say: (line) => void lines.push(line),
        log,
        onStop: (stop) => void stops.push(stop),
      })
    const startIt = await open('off')
    startIt()
    expect([await appended(), stops, lines]).toEqual([[], [], []])
    await open('on')
    expect(await appended()).toHaveLength(1)
  })
})
