import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ATTACKERS, type AttackName, type AttackTarget, type Victim } from '../attack/attacks.ts'
import { statusOf, type Statuses } from '../attack/flood.ts'
import { hugePicture } from '../attack/huge-picture.ts'
import { openOurLog } from '../peers/our-log.ts'
import { part, type Figures, type BenchContext } from '../part.ts'
import { requestProfile, registerActivated } from '../load/people.ts'
import { USER_AGENTS } from '../load/phone.ts'
import { timed } from '../load/requests.ts'
import { memoryDuring, memoryOfProduct } from '../product/process-memory.ts'
import { startBenchProduct, type Product } from '../product/product.ts'
import { trickle } from '../visibility-probe.ts'
import { latenciesOf } from '../report/statistics.ts'

const OPENED_EVERY_MS = 25
const MEASURED_MS = 20_000
const WARM_UP_MS = 5_000
const AFTER_MS = 60_000
const MEMORY_EVERY_MS = 100
const PHONES = 200
const MIB = 1024 * 1024

type Answers = Readonly<Record<AttackName, Statuses>>

interface Bench {
  readonly product: Product
  readonly target: Omit<AttackTarget, 'round'>
  readonly ownDist: string
  readonly answers: Answers[]
}

async function registerOwners(product: Product, context: BenchContext): Promise<readonly Victim[]> {
  const { store } = await openOurLog(context, 'attack')
  const owners: Victim[] = []
  for (let n = 0; n <= ATTACKERS; n += 1) {
    const owner = await registerActivated(product, store, { nth: n, maxProfiles: 1 })
    const profileId = await requestProfile(product, owner)
    owners.push({ headers: { ...owner.headers, 'X-Forwarded-For': `10.99.0.${n}` }, profileId })
  }
  return owners
}

async function open(context: BenchContext): Promise<Bench> {
  const product = await startBenchProduct(context, {
    DATABASE_URL: await context.server.database('attack'),
    RATE_LIMITS: '',
    TRUST_PROXY: 'loopback',
  })
  const owners = await registerOwners(product, context)
  const target = { url: product.url, owners, picture: new Uint8Array(hugePicture()) }
  await openedPages(product, WARM_UP_MS)
  return { product, target, ownDist: context.ownDist, answers: [] }
}

/** Latencies in milliseconds of pages and taps in turn. @throws Error unless each is answered */
function openedPages({ url }: Product, ms: number): Promise<readonly number[]> {
  const pauses = Array.from({ length: ms / OPENED_EVERY_MS }, () => OPENED_EVERY_MS)
  return trickle(pauses, (nth) => {
    const headers = {
      'User-Agent': USER_AGENTS[nth % USER_AGENTS.length]!,
      'X-Forwarded-For': `192.0.2.${nth % PHONES}`,
    }
    const path = nth % 2 === 0 ? '/pages/demo' : '/api/public/profile/demo?s=nfc'
    return timed(async () => {
      const status = await statusOf(`${url}${path}`, { headers })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    })
  })
}

const latencies = (all: readonly number[]): Figures => ({
  ...latenciesOf(all),
  worst: Math.max(...all),
})

function attacked({ target, ownDist, answers }: Bench): Promise<Answers> {
  const workerData = { ...target, round: answers.length, ms: MEASURED_MS }
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(ownDist, 'attackers.js'), { workerData })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

async function measure(bench: Bench, variant: string): Promise<Figures> {
  const { product, answers } = bench
  if (variant === 'idle') return latencies(await openedPages(product, MEASURED_MS))
  const before = memoryOfProduct(product.pid)
  const work = Promise.all([openedPages(product, MEASURED_MS), attacked(bench)])
  const { result, max } = await memoryDuring(product.pid, MEMORY_EVERY_MS, work)
  const [opened, answered] = result
  answers.push(answered)
  refuseWrong(product, answered)
  await pause(AFTER_MS)
  const after = memoryOfProduct(product.pid)
  const bytes = (memory: typeof before): number => memory.api + memory.images
  return {
    ...latencies(opened),
    before: bytes(before) / MIB,
    most: max.both / MIB,
    decoding: max.images / MIB,
    after: bytes(after) / MIB,
    kept: bytes(after) / bytes(before),
  }
}

/** @throws Error when a picture was refused: each owner sent only one */
function refuseWrong(product: Product, { pictures }: Answers): void {
  if (pictures[200] === ATTACKERS) return
  throw new Error(`pictures were answered ${JSON.stringify(pictures)}: ${product.output()}`)
}

export const attackPart = part<Bench>({
  name: 'attack',
  title: 'Attacks by every route at once, while a phone opens pages',
  how: `A page of the built product and its tap in turn, one every ${OPENED_EVERY_MS} ms for ${MEASURED_MS / 1_000} s, from ${PHONES} addresses; each must be answered. Meanwhile there is no other load, or all of these at once: ${ATTACKERS} uploads of one owner that send ten bytes a second; ${ATTACKERS} interlaced pictures of 40 megapixels in a hundred kilobytes, each of another owner; ${ATTACKERS} attackers who try passwords ten times a second; ${ATTACKERS} who request pages with slugs of 15 and 8 KB up to fifty times a second from a hundred addresses; ${ATTACKERS} owners who change their profiles every second. The limits are the ordinary ones. Memory is that of the api and of the process that decodes pictures: before, at its peak (sampled every ${MEMORY_EVERY_MS} ms) and ${AFTER_MS / 1_000} s after. The senders share the two cores. The attackers have a lower priority than the product, because real ones would use other machines.`,
  peers: [],
  metrics: [
    { name: 'p50', title: 'p50, ms', digits: 1 },
    { name: 'p99', title: 'p99, ms', digits: 1 },
    { name: 'worst', title: 'worst, ms', digits: 0 },
    { name: 'before', title: 'memory before, MB', digits: 0 },
    { name: 'most', title: 'at most', digits: 0 },
    { name: 'decoding', title: 'of it to decode', digits: 0 },
    { name: 'after', title: 'a minute after', digits: 0 },
    { name: 'kept', title: 'after / before', digits: 2 },
  ],
  variants: [
    { name: 'idle', title: 'no other load' },
    { name: 'attacked', title: 'attacked by every route' },
  ],
  aims: [
    { title: 'p99, attacked / idle', metric: 'p99', of: 'attacked', by: 'idle', atMost: 5 },
    { title: 'memory a minute after / before', metric: 'kept', of: 'attacked', atMost: 1.2 },
    { title: 'memory to decode pictures, MB', metric: 'decoding', of: 'attacked', atMost: 400 },
  ],
  open,
  measure,
  information: async ({ answers }) => [
    {
      head: ['Answers by status', ...answers.map((_round, index) => `round ${index + 1}`)],
      rows: Object.keys(answers[0] ?? {}).map((name) => [
        name,
        ...answers.map((round) => textOf(round[name as AttackName])),
      ]),
    },
  ],
})

const textOf = (statuses: Statuses): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'none' : status}`)
    .join(', ')
