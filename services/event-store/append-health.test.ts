import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import {
  StoreError,
  type EventStore,
  type NewEvent,
  type StoreErrorCode,
} from '@app/contracts/event-store.ts'
import { watchAppends, type AppendHealth } from './append-health.ts'
import { createMemoryLog, openMemoryEventStore } from './testing/memory-store.ts'
import { isForWantOfSpace, refuseAppendsWithoutSpace } from './refuse-appends.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const event = (): NewEvent => ({
  id: randomUUID(),
  type: 'Happened',
  version: 1,
  data: {},
  meta: {
    actor: { kind: 'system', id: 'test' },
    occurredAt: NOW.toISOString(),
    correlationId: 'test',
    causationId: null,
  },
})

let trouble: StoreErrorCode | undefined
let isProbeWell: boolean
let probes: number
let nowMs: number
let store: EventStore
let health: AppendHealth

beforeEach(async () => {
  trouble = undefined
  isProbeWell = false
  probes = 0
  nowMs = 0
  const memory = await openMemoryEventStore(createMemoryLog(), { now: () => NOW, newId: randomUUID })
  const troubled: EventStore = {
    ...memory,
    append: async (...given) => {
      if (trouble !== undefined) throw new StoreError(trouble, 'as the test wants it')
      return memory.append(...given)
    },
  }
  const probe = async (): Promise<void> => {
    probes += 1
    if (!isProbeWell) throw new Error('still away')
  }
  ;({ store, health } = watchAppends(troubled, { probe, nowMs: () => nowMs }))
})

const append = () => store.append(`a-${randomUUID()}`, 'noStream', [event()])

async function failOnce(code: StoreErrorCode): Promise<void> {
  trouble = code
  await expect(append()).rejects.toMatchObject({ code })
  trouble = undefined
}

test('a log that takes appends is not probed', async () => {
  await append()
  expect([await health.takesAppends(), probes]).toEqual([true, 0])
})

test.each(['Unavailable', 'Timeout', 'AccessDenied'] as const)(
  'an append that fails by %s is remembered',
  async (code) => {
    await failOnce(code)
    expect(await health.takesAppends()).toBe(false)
  },
)

test.each(['Conflict', 'StreamClosed', 'TooLarge', 'Invalid'] as const)(
  '%s is an answer, no failure',
  async (code) => {
    await failOnce(code)
    expect(await health.takesAppends()).toBe(true)
  },
)

test('the next append that succeeds restores health', async () => {
  await failOnce('Unavailable')
  expect(await health.takesAppends()).toBe(false)
  await append()
  expect(await health.takesAppends()).toBe(true)
})

test('without traffic a probe restores it, at most once a second', async () => {
  await failOnce('Timeout')
  isProbeWell = false
  expect(await health.takesAppends()).toBe(false)
  isProbeWell = true
  expect([await health.takesAppends(), probes]).toEqual([false, 1])
  nowMs += 1_000
  const asked = await Promise.all([health.takesAppends(), health.takesAppends()])
  expect([asked, probes]).toEqual([[true, true], 2])
})

test('a probe does not hide an append that fails meanwhile', async () => {
  await failOnce('Unavailable')
  isProbeWell = true
  const asking = health.takesAppends()
  nowMs += 1
  await failOnce('Unavailable')
  expect(await asking).toBe(false)
})

test('without space appends are refused as unavailable, and reads go on', async () => {
  let hasSpace = true
  let refused = 0
  const limited = refuseAppendsWithoutSpace(
    store,
    () => hasSpace,
    () => (refused += 1),
  )
  await limited.append('a-1', 'noStream', [event()])
  hasSpace = false
  const refusal = await limited.append('a-1', 0n, [event()]).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'Unavailable', retryable: true, ambiguous: false })
  expect(isForWantOfSpace(refusal)).toBe(true)
  expect(await limited.readStream('a-1')).toHaveLength(1)
  hasSpace = true
  await limited.append('a-1', 0n, [event()])
  expect(refused).toBe(1)
})
