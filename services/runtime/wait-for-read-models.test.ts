import { expect, test } from 'vitest'
import { READ_MODELS } from '@app/contracts/read-models.ts'
import { START } from '@app/contracts/event-store.ts'
import type { ProjectionStatus } from '@app/projections/runtime/progress-rows.ts'
import { waitForReadModels } from './wait-for-read-models.ts'

interface Waited {
  readonly ms: number
  readonly lines: readonly string[]
}

/** Read models that pass the position after the given time of a simulated clock. */
async function waitFor(
  passedAtMs: Readonly<Record<string, number>>,
  { stopped, madeAnew }: { readonly stopped?: string; readonly madeAnew?: string } = {},
): Promise<Waited> {
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
    isKept: (names: readonly string[]) => madeAnew === undefined || !names.includes(madeAnew),
  }
  const signal = new AbortController().signal
  const store = { headPosition: () => Promise.resolve(START) }
  await waitForReadModels({ store, say: (line) => lines.push(line), signal }, progress)
  return { ms, lines }
}

test('a start waits until runners follow the log, even if the rows are up to date', async () => {
  let polls = 0
  const progress = {
    waitFor: () => Promise.resolve(true),
    isKept: () => true,
    status: () => {
      polls += 1
      const state = polls < 3 ? 'starting' : 'live'
      return READ_MODELS.map((projection): ProjectionStatus => {
        return { projection, version: 1, state, position: START, lagSeconds: 0, error: null }
      })
    },
  }
  const store = { headPosition: () => Promise.resolve(START) }
  await waitForReadModels({ store, say: () => undefined, signal: new AbortController().signal }, progress)
  expect(polls).toBe(3)
})

const LATER = ['Las vistas siguen poniéndose al día en segundo plano.']

test('a start waits until all read models are up to date', async () => {
  expect(await waitFor({ traffic: 3_000, profiles: 1_000 })).toEqual({ ms: 3_000, lines: [] })
})

test('slow figures do not delay pages and taps', async () => {
  const { ms, lines } = await waitFor({ traffic: Infinity })
  expect(ms).toBeLessThan(6_000)
  expect(lines).toEqual(LATER)
})

test('read models of pages are awaited up to a time limit', async () => {
  expect(await waitFor({ profiles: 40_000, traffic: Infinity })).toEqual({ ms: 40_000, lines: LATER })
  expect(await waitFor({ accounts: Infinity })).toEqual({ ms: 60_000, lines: LATER })
})

test('a stopped read model ends the wait', async () => {
  const { ms, lines } = await waitFor({ visitors: Infinity }, { stopped: 'visitors' })
  expect(ms).toBeLessThan(1_000)
  expect(lines).toEqual([expect.stringContaining('Vistas detenidas: visitors.')])
})

test('after an upgrade nothing waits for rows that are made anew, because the former ones answer', async () => {
  const lines = ['Las vistas de la versión anterior responden mientras se hacen las nuevas.']
  const figures = await waitFor({ traffic: Infinity, profiles: 2_000 }, { madeAnew: 'traffic' })
  expect(figures).toEqual({ ms: 2_000, lines })
  const pages = await waitFor({ profiles: Infinity }, { madeAnew: 'profiles' })
  expect(pages.ms).toBeLessThan(1_000)
  expect(pages.lines).toEqual(lines)
})
