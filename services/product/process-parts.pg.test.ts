import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RELAY } from '../kafka/relay.ts'
import { makeCheckpoint } from '../kernel/checkpoint.ts'
import { createPool, endPool } from '../platform/postgres/pool.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { START } from '@app/contracts/event-store.ts'
import { READ_MODELS } from '@app/contracts/data.ts'
import type { WaitFor } from '../kernel/wait-for.ts'
import { testTable } from '../../tests/support/every.ts'
import { holdParts, missingParts, waitForReadModels } from './process-parts.ts'

let reader: pg.Pool
let projector: pg.Pool
beforeAll(async () => {
  const { url } = await createTestDatabase()
  reader = createPool(url, { role: 'svc_reader', applicationName: 'parts', max: 3 })
  projector = createPool(url, { role: 'svc_projector', applicationName: 'parts', max: 1 })
})
afterAll(async () => {
  await endPool(reader)
  await endPool(projector)
})

test('a part is missing until a process does it, and again once the last connection of those that do is gone', async () => {
  const [one, other] = [await reader.connect(), await reader.connect()]
  expect(await missingParts(reader)).toEqual(['api', 'projections', 'reminders'])
  await holdParts(one, ['api', 'reminders'])
  await holdParts(other, ['reminders'])
  expect(await missingParts(reader)).toEqual(['projections'])
  one.release(true)
  await eventually(async () => expect(await missingParts(reader)).toEqual(['api', 'projections']))
  other.release(true)
  await eventually(async () => expect(await missingParts(reader)).toContain('reminders'))
})

test('a relay is missing only where there was one', async () => {
  expect(await missingParts(reader)).not.toContain('relay')
  await makeCheckpoint(projector, RELAY, randomUUID())
  expect(await missingParts(reader)).toContain('relay')
})

const LATER = ['Las vistas siguen poniéndose al día en segundo plano.']

interface Given {
  /** When read models pass the head, by a simulated clock; the others have passed it. */
  readonly passedAtMs?: Readonly<Record<string, number>>
  readonly stopped?: string
  readonly madeAnew?: readonly string[]
}

async function waited({ passedAtMs = {}, stopped, madeAnew = [] }: Given) {
  const lines: string[] = []
  let ms = 0
  const waitFor: WaitFor = (models, _position, msMax = 0) => {
    const lateMs = Math.max(0, ...models.map((model) => passedAtMs[model] ?? 0))
    if (lateMs > ms) ms = Math.min(lateMs, ms + msMax)
    return Promise.resolve(lateMs <= ms)
  }
  const statusOfModels = async () =>
    READ_MODELS.map((projection) => {
      const state = projection === stopped ? ('stopped' as const) : ('catching-up' as const)
      const isMadeAnew = madeAnew.includes(projection)
      return { projection, version: 1, state, isMadeAnew, position: START, lagSeconds: 0, error: null }
    })
  const sealed = { headPosition: () => Promise.resolve(START) }
  const signal = new AbortController().signal
  const say = (line: string) => void lines.push(line)
  await waitForReadModels({ sealed, say, signal, waitFor, statusOfModels })
  return { ms, lines }
}

testTable<[title: string, given: Given, ms: number, lines: readonly string[]]>([
  ['pages alone', { passedAtMs: { traffic: Infinity, profiles: 1_000 } }, 1_000, []],
  ['pages for a minute at most', { passedAtMs: { accounts: Infinity } }, 60_000, LATER],
  ['none that is stopped', { passedAtMs: { profiles: Infinity }, stopped: 'profiles' }, 0, []],
  ['none that is made anew', { passedAtMs: { profiles: Infinity }, madeAnew: ['profiles'] }, 0, []],
])('a start waits for the read models that it can expect soon', async (_title, given, ms, lines) =>
  expect(await waited(given)).toEqual({ ms, lines }),
)
