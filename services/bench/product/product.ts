import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startChild, type Child } from './child.ts'
import type { BenchContext } from '../part.ts'

export interface Product extends Child {
  readonly url: string
  /** From the start of its process until it printed that it was ready. */
  readonly startMs: number
  readonly profileId: string
  /** Resolves once every read model holds what the log held when this was called. */
  caughtUp(msMax?: number): Promise<void>
}

interface Ready {
  readonly head: string
  readonly projections: readonly { readonly projection: string; readonly position: string }[]
}

const CAUGHT_UP_MS_MAX = 120_000
/** All phones have one address and open one profile. The limits are still checked. */
const RAISED_LIMITS = 'traffic=1000000/1000000,signed-in=1000000/1000000,signed-in-address=1000000/1000000'
const LOOK_EVERY_MS = 20
/** A long wait polls less often, because each call slows down what it waits for. */
const LOOKS_MAX = 6_000

export const dataFolderOf = ({ folder }: Pick<BenchContext, 'folder'>, database: string): string =>
  join(folder, `product-${database}`)

type ProductEnv = Readonly<Record<string, string>> &
  ({ readonly DATABASE_URL: string } | { readonly DATA_DIR: string; readonly DATABASE_URL?: never })

export async function startBenchProduct(context: BenchContext, env: ProductEnv): Promise<Product> {
  const process = await startBenchProcess(context, env)
  const answer = await fetch(`${process.url}/api/public/profile/demo`)
  const { id: profileId } = (await answer.json()) as { id?: string }
  if (profileId === undefined) throw new Error(`the demo profile is not there: ${answer.status}`)
  return { ...process, profileId }
}

/** Of the product, whatever `SERVE` lets it do. */
export async function startBenchProcess(
  context: BenchContext,
  env: ProductEnv,
): Promise<Omit<Product, 'profileId'>> {
  const { productDist, ownDist, closing } = context
  const startedMs = performance.now()
  const child = startChild(join(productDist, 'standalone.js'), {
    ownDist,
    cwd: dirname(productDist),
    env: {
      PORT: '0',
      DATA_DIR: dataFolderOf(context, env.DATABASE_URL?.split('/').at(-1) ?? ''),
      RATE_LIMITS: RAISED_LIMITS,
      // Otherwise a year of demo traffic would be projected during the measurement.
      DEMO: 'off',
      ...env,
    },
  })
  closing.add(child.stop)
  await child.untilOutput(/╯/)
  const startMs = performance.now() - startedMs
  const [url] = await child.untilOutput(/http:\/\/[\w.:-]+/)
  return { ...child, url, startMs, caughtUp: (msMax) => caughtUp(url, msMax) }
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
