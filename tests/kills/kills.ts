import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { LogPlace } from '../support/log-places.ts'
import { call } from '../support/processes/product-calls.ts'
import { killPostmaster, startProductProcess, type Product } from '../support/processes/product-process.ts'
import { startProgram, type ProgramOptions } from '../support/processes/program.ts'
import { eventually } from '../support/eventually.ts'

/** The product, its database server and its log's server, killed without warning and started again. */

const LOOK_EVERY_MS = 10
const START_CUT_MS_MAX = 1_200

/**
 * What is killed with the product: nothing, its database server too, or the start that follows as well; and where the
 * log has a server of its own, that as well, or that alone.
 */
export const ROUNDS = {
  postgres: ['product', 'server as well', 'start as well'],
  eventstoredb: ['log server alone', 'log server as well', 'product', 'server as well', 'start as well'],
} as const
export type Round = (typeof ROUNDS)[LogPlace['kind']][number]

export interface World {
  readonly dataDir: string
  readonly place: LogPlace
  /** Settings of the product, beside those of its log. */
  readonly env?: Readonly<Record<string, string>>
  product: Product
}

export interface Back {
  readonly round: Round
  /** The step that was hit, if it was aimed. */
  readonly at?: string
  /** Until it served again. */
  readonly ms: number
}

/** Kills without warning, and starts again. */
export async function killAndStart(world: World, round: Round, random: () => number): Promise<Back> {
  const killed = performance.now()
  if (round === 'log server alone') await killLogServer(world)
  else await killProduct(world, round, random)
  return { round, ms: performance.now() - killed }
}

/** The product lives on, and is well again by itself. */
async function killLogServer({ product, place }: World): Promise<void> {
  await place.server!.kill()
  await place.server!.start()
  const isReady = async () => expect((await call(`${product.url}/readyz`)).status).toBe(200)
  await eventually(isReady, { everyMs: LOOK_EVERY_MS })
}

async function killProduct(world: World, round: Round, random: () => number): Promise<void> {
  const { product, dataDir, place } = world
  const { server } = place
  const options = { dataDir, env: { ...world.env, ...place.env } }
  const ended = product.kill('SIGKILL')
  if (round === 'server as well') expect(killPostmaster(dataDir)).toBe(true)
  if (round === 'log server as well') await server!.kill()
  await ended
  if (round === 'start as well') await cutStart(options, random)
  const starting = startProductProcess(options)
  await server?.start()
  world.product = await starting
}

async function cutStart(options: ProgramOptions, random: () => number): Promise<void> {
  const start = startProgram('standalone', [], options)
  await pause(random() * START_CUT_MS_MAX)
  await start.kill('SIGKILL')
}

/** How long each took until it served again. */
export const shownBacks = (backs: readonly Back[]): string =>
  backs
    .map(({ round, at, ms }) => `${round}${at === undefined ? '' : ` at ${at}`} ${Math.round(ms)} ms`)
    .join(', ')
