import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { LogPlace } from '../support/log-places.ts'
import { call } from '../support/processes/product-calls.ts'
import { killPostmaster, startProductProcess, type Product } from '../support/processes/product-process.ts'
import { startProgram, type ProgramOptions } from '../support/processes/program.ts'
import { eventually } from '../support/eventually.ts'

/** Kills the product, its database server and its log's server without warning, and restarts them. */

const POLL_MS = 10
const START_CUT_MS_MAX = 1_200

/**
 * The processes that are killed: the product, alone or with its database server, or also during the following start; a
 * separate log server is killed too, or alone.
 */
export const ROUNDS = {
  postgres: ['product', 'server as well', 'start as well'],
  eventstoredb: ['log server alone', 'log server as well', 'product', 'server as well', 'start as well'],
} as const
export type Round = (typeof ROUNDS)[LogPlace['kind']][number]

export interface KillFixture {
  readonly dataDir: string
  readonly place: LogPlace
  /** Settings of the product in addition to those of its log. */
  readonly env?: Readonly<Record<string, string>>
  product: Product
}

export interface Back {
  readonly round: Round
  /** The time until the product answered again. */
  readonly ms: number
}

/** Kills without warning, and restarts. */
export async function killAndStart(fixture: KillFixture, round: Round, random: () => number): Promise<Back> {
  const killed = performance.now()
  if (round === 'log server alone') await killLogServer(fixture)
  else await killProduct(fixture, round, random)
  return { round, ms: performance.now() - killed }
}

/** The product keeps running, and becomes ready again by itself. */
async function killLogServer({ product, place }: KillFixture): Promise<void> {
  await place.server!.kill()
  await place.server!.start()
  const isReady = async () => expect((await call(`${product.url}/readyz`)).status).toBe(200)
  await eventually(isReady, { everyMs: POLL_MS })
}

async function killProduct(fixture: KillFixture, round: Round, random: () => number): Promise<void> {
  const { product, dataDir, place } = fixture
  const { server } = place
  const options = { dataDir, env: { ...fixture.env, ...place.env } }
  const ended = product.kill('SIGKILL')
  if (round === 'server as well') expect(killPostmaster(dataDir)).toBe(true)
  if (round === 'log server as well') await server!.kill()
  await ended
  if (round === 'start as well') await cutStart(options, random)
  const starting = startProductProcess(options)
  await server?.start()
  fixture.product = await starting
}

async function cutStart(options: ProgramOptions, random: () => number): Promise<void> {
  const start = startProgram('standalone', [], options)
  await pause(random() * START_CUT_MS_MAX)
  await start.kill('SIGKILL')
}

/** The times until the product answered again, as text. */
export const shownBacks = (backs: readonly Back[]): string =>
  backs.map(({ round, ms }) => `${round} ${Math.round(ms)} ms`).join(', ')
