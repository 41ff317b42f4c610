import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { GONE_MS } from '@app/processes/erasures/erase-profile.ts'
import type { KeepAlive, Timed } from '../load/keep-alive.ts'
import { measureRequests } from '../load/requests.ts'
import type { Figures, BenchContext } from '../part.ts'
import type { Product } from '../product/product.ts'
import { signIn } from '../load/people.ts'
import { clickHeaders } from '../load/phone.ts'
import { createRandom } from '@app/generator/random.ts'
import { numberText } from '../report/statistics.ts'
import { SIZE_CALLS, type Owner, type World } from './calls.ts'
import type { Member } from './manifest.ts'
import { runOps } from './ops.ts'
import { keepProduct, restart, type SizedProduct } from './sized-product.ts'

const SEEDS = 2 ** 31

export interface Sized extends SizedProduct {
  readonly calls: KeepAlive
  readonly world: World
  /** Counts the calls, so that each is about another profile. */
  readonly callCounts: Map<string, number>
}

const WARM_UP = { timesMax: 10, ms: 500 }
const TIMES_MAX = 150
const MS = 1_000
const IMPORTED_LINES = 2_000
const MIB = 2 ** 20

const ownerOf = async (product: Product, member: Member): Promise<Owner> => ({
  ...member,
  headers: (await signIn(product, member.email)).headers,
})

export async function openWorld({ product, manifest }: SizedProduct): Promise<World> {
  const owners: Owner[] = []
  for (const member of manifest.alike) owners.push(await ownerOf(product, member))
  return {
    phone: clickHeaders(product.url),
    // The folder is kept, so the ids of a former run are taken.
    random: createRandom(randomInt(SEEDS)),
    pages: manifest.pages,
    owners,
    busiest: await ownerOf(product, manifest.busiest),
  }
}

async function call({ product, calls, world, callCounts }: Sized, name: string): Promise<Timed> {
  const { request, status } = SIZE_CALLS[name]!
  const nth = callCounts.get(name) ?? 0
  callCounts.set(name, nth + 1)
  const { path, ...rest } = request(world, nth)
  const answer = await calls.send({ ...rest, url: `${product.url}${path}` })
  if (answer.status !== status)
    throw new Error(`${path} was answered ${answer.status}: ${answer.body.slice(0, 300)}`)
  return answer
}

/** Calls each once, so that a broken call is found before hours are spent. */
export async function tryAll(sized: Sized): Promise<void> {
  for (const name of Object.keys(SIZE_CALLS)) {
    const { ms } = await call(sized, name)
    sized.say(`${SIZE_CALLS[name]!.title}: ${ms.toFixed(1)} ms the first time`)
  }
}

function measureCall(sized: Sized, name: string): Promise<Figures> {
  const { timesMax = TIMES_MAX } = SIZE_CALLS[name]!
  return measureRequests(sized.product, async () => (await call(sized, name)).ms, {
    warmUp: { ...WARM_UP, timesMax: Math.min(WARM_UP.timesMax, Math.ceil(timesMax / 10)) },
    measured: { timesMax, ms: MS },
  })
}

async function measureStart(context: BenchContext, sized: Sized): Promise<Figures> {
  const { bytesMax } = await sized.product.memory()
  const product = await restart(context, sized)
  const { bytes } = await product.memory()
  return { seconds: product.startMs / 1_000, rest: bytes / MIB, peak: bytesMax / MIB }
}

async function measureErasure(context: BenchContext, sized: Sized): Promise<Figures> {
  const { toErase, erased } = sized.manifest
  const member = toErase[erased]
  if (member === undefined)
    throw new Error(`all of ${sized.dataDir} that may be erased is: remove the folder`)
  await keepProduct(sized, { erased: erased + 1 })
  const { seconds } = await runOps(context, sized.env, ['erase', 'account', member.email, '--yes'])
  return { seconds: seconds - GONE_MS / 1_000 }
}

let samples = 0

async function measureImport(context: BenchContext, sized: Sized): Promise<Figures> {
  const file = join(context.folder, `access-${(samples += 1)}.log`)
  const seed = String(Date.now() % 2 ** 32)
  await runOps(context, sized.env, [
    'sample',
    'access-log',
    file,
    '--lines',
    String(IMPORTED_LINES),
    '--seed',
    seed,
  ])
  const source = `bench-${Date.now()}`
  const map = ['--map', `${file}.map.json`, '--source', source]
  const { seconds } = await runOps(context, sized.env, ['import', 'access-log', file, ...map])
  return { seconds }
}

export const SIZE_OPERATIONS: Readonly<
  Record<
    string,
    { readonly title: string; readonly measure: (context: BenchContext, sized: Sized) => Promise<Figures> }
  >
> = {
  start: { title: 'start to ready', measure: measureStart },
  erase: { title: '`ops erase account`, less its wait of 3 s', measure: measureErasure },
  import: {
    title: `\`ops import\` of ${numberText(IMPORTED_LINES)} lines`,
    measure: measureImport,
  },
}

export const measureInRounds = (context: BenchContext, sized: Sized, what: string): Promise<Figures> =>
  SIZE_OPERATIONS[what]?.measure(context, sized) ?? measureCall(sized, what)
