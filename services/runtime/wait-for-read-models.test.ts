import { expect, test } from 'vitest'
import { READ_MODELS } from '@app/contracts/read-models.ts'
import { START } from '@app/contracts/event-store.ts'
import type { ProjectionStatus } from '@app/projections/runtime/progress/progress.ts'
import { waitForReadModels } from './wait-for-read-models.ts'

interface Waited {
  readonly ms: number
  readonly lines: readonly string[]
}

/** Read models that pass the position so late, or never; nobody really waits. */
async function waitFor(passedAtMs: Readonly<Record<string, number>>, stopped?: string): Promise<Waited> {
  const lines: string[] = []
  let ms = 0
  const progress = {
    waitFor: (_position: unknown, timeoutMs: number, names: readonly string[] = READ_MODELS) => {
      ms += timeoutMs
      return Promise.resolve(names.every((name) => (passedAtMs[name] ?? 0) <= ms))
    },
    status: () =>
      READ_MODELS.map((projection): ProjectionStatus => {
        const state = projection === stopped ? 'stopped' : 'catching-up'
        return { projection, version: 1, state, position: START, lagSeconds: 0, error: null }
      }),
  }
  const signal = new AbortController().signal
  const store = { headPosition: () => Promise.resolve(START) }
  await waitForReadModels({ store, say: (line) => lines.push(line), signal }, progress)
  return { ms, lines }
}

test('rows that hold the log already are not enough: a start waits until somebody follows it', async () => {
  let looks = 0
  const progress = {
    waitFor: () => Promise.resolve(true),
    status: () => {
      looks += 1
      const state = looks < 3 ? 'starting' : 'live'
      return READ_MODELS.map((projection): ProjectionStatus => {
        return { projection, version: 1, state, position: START, lagSeconds: 0, error: null }
      })
    },
  }
  const store = { headPosition: () => Promise.resolve(START) }
  await waitForReadModels({ store, say: () => undefined, signal: new AbortController().signal }, progress)
  expect(looks).toBe(3)
})

const LATER = ['Las vistas siguen poniéndose al día en segundo plano.']

test('a start waits until all read models hold the log', async () => {
  expect(await waitFor({ traffic: 3_000, profiles: 1_000 })).toEqual({ ms: 3_000, lines: [] })
})

test('figures that take longer do not keep pages and taps away', async () => {
  const { ms, lines } = await waitFor({ traffic: Infinity })
  expect(ms).toBeLessThan(6_000)
  expect(lines).toEqual(LATER)
})

test('what pages are made of is waited for, though not for ever', async () => {
  expect(await waitFor({ profiles: 40_000, traffic: Infinity })).toEqual({ ms: 40_000, lines: LATER })
  expect(await waitFor({ accounts: Infinity })).toEqual({ ms: 60_000, lines: LATER })
})

test('nobody waits for a read model that has stopped', async () => {
  const { ms, lines } = await waitFor({ visitors: Infinity }, 'visitors')
  expect(ms).toBeLessThan(1_000)
  expect(lines).toEqual([expect.stringContaining('Vistas detenidas: visitors.')])
})
