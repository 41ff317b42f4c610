import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startChild, type Child } from './child.ts'
import type { Place } from '../part.ts'

/** The built product as `npm start` runs it, in a process of its own, over the bench's server or that of a data folder. */
export interface Product extends Child {
  readonly url: string
  /** From the start of its process until it said that it was ready, in milliseconds. */
  readonly startMs: number
  readonly profileId: string
  /** Resolves once every read model holds all that the log held when this was called; waits two minutes if not told more. */
  caughtUp(msMax?: number): Promise<void>
}

/** What `/readyz` tells. */
export interface Ready {
  readonly head: string
  readonly projections: readonly { readonly projection: string; readonly position: string }[]
}

const CAUGHT_UP_MS_MAX = 120_000
/** All the phones of a bench have one address and open one profile; the limiter runs all the same. */
const RAISED_LIMITS = 'traffic=1000000/1000000,signed-in=1000000/1000000,signed-in-address=1000000/1000000'
const LOOK_EVERY_MS = 20
/** Who waits for an hour need not know within a moment, and every look takes time from what is waited for. */
const LOOKS_MAX = 6_000

/** @param env settings of the product, besides those that every bench has */
export async function startBenchProduct(
  { productDist, ownDist, folder, closing }: Place,
  env: Readonly<Record<string, string>> &
    ({ readonly DATABASE_URL: string } | { readonly DATA_DIR: string; readonly DATABASE_URL?: never }),
): Promise<Product> {
  const startedMs = performance.now()
  const child = startChild(join(productDist, 'standalone.js'), {
    ownDist,
    cwd: dirname(productDist),
    env: {
      PORT: '0',
      DATA_DIR: join(folder, `product-${env.DATABASE_URL?.split('/').at(-1)}`),
      RATE_LIMITS: RAISED_LIMITS,
      // A year of traffic for people who look around would be projected beside what is measured.
      DEMO: 'off',
      ...env,
    },
  })
  closing.add(child.stop)
  await child.said(/╯/)
  const startMs = performance.now() - startedMs
  const [url] = await child.said(/http:\/\/[\w.:-]+/)
  const answer = await fetch(`${url}/api/public/profile/demo`)
  const { id: profileId } = (await answer.json()) as { id?: string }
  if (profileId === undefined) throw new Error(`the demo profile is not there: ${answer.status}`)
  return { ...child, url, startMs, profileId, caughtUp: (msMax) => caughtUp(url, msMax) }
}

async function caughtUp(url: string, msMax = CAUGHT_UP_MS_MAX): Promise<void> {
  const ask = async (): Promise<Ready> => (await (await fetch(`${url}/readyz`)).json()) as Ready
  const { head } = await ask()
  const startedMs = performance.now()
  while (performance.now() - startedMs < msMax) {
    const { projections } = await ask()
    if (projections.every(({ position }) => BigInt(position) >= BigInt(head))) return
    await pause(Math.max(LOOK_EVERY_MS, msMax / LOOKS_MAX))
  }
  throw new Error(`the read models did not reach ${head}`)
}
