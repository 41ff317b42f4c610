import { expect, test } from 'vitest'
import { START } from '@app/contracts/event-store.ts'
import { READ_MODELS } from '@app/contracts/data.ts'
import type { WaitFor } from '../kernel/wait-for.ts'
import { testTable } from '../../tests/support/every.ts'
import type { Ctx } from '../platform/ctx.ts'
import { readinessOf, waitForReadModels } from './readiness.ts'

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

test('read models whose state cannot be read are behind [RUN-11]', async () => {
  const ctx = {
    statusOfModels: () => Promise.reject(new Error('no such login')),
    settings: { serves: ['projections'] },
    takesAppends: () => Promise.resolve(true),
    store: { log: { headPosition: () => Promise.resolve(START) } },
    logAdapter: 'postgres',
  } as unknown as Ctx
  const running = { reminders: { isWell: () => true } } as unknown as Parameters<typeof readinessOf>[1]
  expect(await readinessOf(ctx, running)).toMatchObject({ ready: false, parts: { behind: ['projections'] } })
})
