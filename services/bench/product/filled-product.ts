import { traffic } from '@app/generator/generate-traffic.ts'
import { createRandom, uuidOf } from '@app/generator/random.ts'
import type pg from 'pg'
import { fillLog, type ComingEvent } from '../load/fill-log.ts'
import { followed } from './followed.ts'
import { openOurLog, openSealing } from '../peers/our-log.ts'
import type { BenchContext } from '../part.ts'
import { registerActivated, signInAdministrator, type BenchPerson } from '../load/people.ts'
import { connected } from './connected.ts'
import { startKeyedProduct } from './keyed-product.ts'
import type { Product } from './product.ts'

export interface FilledProduct {
  readonly product: Product
  readonly client: pg.Client
  /** Owns the busiest profile, which is `product.profileId`. */
  readonly owner: BenchPerson
  readonly stranger: BenchPerson
  readonly events: number
  readonly profiles: number
  readonly busiest: number
  readonly seconds: { readonly appended: number; readonly projected: number }
}

const SEED = 20_261_120
const YEAR_MS = 365 * 86_400_000
const MILLION = 1_000_000
const PROFILES_OF_A_MILLION = 50

/** 50 up to a million events, 5,000 for ten million: an installation grows by its customers. */
export const filledProfiles = (events: number): number =>
  Math.round(PROFILES_OF_A_MILLION * Math.max(1, events / MILLION) ** 2)

export async function openFilledProduct(context: BenchContext, events: number): Promise<FilledProduct> {
  const database = `filled_${events}`
  const say = (line: string): void => context.say(`${events.toLocaleString('en-US')} events · ${line}`)
  const { product, url, sources } = await startKeyedProduct(context, database)
  const { store } = await openOurLog(context, database)
  const sealing = openSealing(context, { store, url, sources })
  const owner = await signInAdministrator(product)
  const stranger = await registerActivated(product, store, {
    email: 'otra-persona@bench.example',
    maxProfiles: 1,
  })
  const startedMs = performance.now()
  const year = yearOf(product.profileId, events)
  const { seconds: appended } = await fillLog({ store, sealing }, year.events, say)
  await followed(product, say)
  const seconds = { appended, projected: (performance.now() - startedMs) / 1_000 }
  say(`in ${Math.round(seconds.appended)} s appended, after ${Math.round(seconds.projected)} s projected`)
  const client = await connected(context, url)
  // What the server does by itself in the hours that such a log takes to grow.
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  const counts = { events, profiles: filledProfiles(events), busiest: year.busiest() }
  return { product, client, owner, stranger, ...counts, seconds }
}

/** Ends now, so that the product's last days have traffic too. @param busiest has most of the traffic */
function yearOf(busiest: string, events: number) {
  const random = createRandom(SEED)
  const others = Array.from({ length: filledProfiles(events) - 1 }, () => uuidOf(random))
  const toMs = Date.now()
  const year = { seed: SEED, profiles: [busiest, ...others], events, fromMs: toMs - YEAR_MS, toMs }
  const counts = new Map<unknown, number>()
  function* counted(): Generator<ComingEvent> {
    for (const coming of traffic(year)) {
      const { profileId } = coming.event.data
      counts.set(profileId, (counts.get(profileId) ?? 0) + 1)
      yield coming
    }
  }
  return {
    events: counted(),
    busiest: (): number => {
      const count = counts.get(busiest) ?? 0
      if (count < Math.max(...counts.values())) throw new Error('another profile is busier')
      return count
    },
  }
}
