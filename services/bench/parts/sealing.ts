import { randomUUID } from 'node:crypto'
import { positionOf } from '@app/contracts/event-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { createRandom, intBelow } from '@app/generator/random.ts'
import { createSealHead } from '@app/record/seal-head.ts'
import { sealNext, type SealerDeps } from '@app/record/sealer.ts'
import { noteSigner } from '@app/record/signed-note.ts'
import { startSealer } from '@app/record/start-sealer.ts'
import { inclusionRanges, leafHash, rootOfInclusion } from '@app/record/tree/merkle-tree.ts'
import { createTreeStore, type TreeStore } from '@app/record/tree-store.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { eachInFlight, workInFlight } from '../load/in-flight.ts'
import { tapOf } from '../load/tap.ts'
import { part, type BenchContext, type Figures, type InformationTable } from '../part.ts'
import { openOurBackend } from '../peers/our-log.ts'
import { latenciesOf, numberText } from '../report/statistics.ts'
import { measureVerifying } from './verifying.ts'

const MEASURED_MS = 5_000
const WARM_UP_MS = 1_500
const IN_FLIGHT = 32
const SEALED_EVENTS = 40_000
const APPENDS_IN_FLIGHT = 500
const TREE_LEAVES = 10_000_000
const LEAVES_AT_ONCE = 65_536
const PROOFS = 1_000
const VERIFIED_SEALS = [10_000, 100_000, 1_000_000] as const
const VERIFY_MIB_MAX = 150
const SEED = 20_261_123

interface Sealing {
  readonly backend: Backend
  readonly sealer: SealerDeps & { readonly log: Backend['sealed'] }
  readonly large: { readonly tree: TreeStore; readonly seconds: number }
  readonly verified: ReadonlyMap<string, Figures>
  readonly nextTap: () => ReturnType<typeof tapOf>
}

async function open(context: BenchContext): Promise<Sealing> {
  const { backend } = await openOurBackend(context, 'sealing_ours')
  const log = backend.sealed
  const signer = noteSigner('log.example/registro', Buffer.alloc(32, 1))
  const tree = createTreeStore(backend.projector, log.storeId)
  const visitorId = randomUUID()
  const sealing = {
    backend,
    sealer: { log, tree, signer, head: headInMemory(), now: () => new Date(), newId },
    large: await openLargeTree(context),
    verified: await verifyAll(context),
    nextTap: () => tapOf({ visitId: randomUUID(), visitorId }),
  }
  await appendFor(sealing, WARM_UP_MS)
  await sealAll(sealing)
  return sealing
}

function headInMemory() {
  let kept: string | undefined
  return createSealHead({ read: async () => kept, write: async (text) => void (kept = text) })
}

/** Of leaves that belong to no event: a proof reads the same tiles. */
async function openLargeTree(context: BenchContext): Promise<Sealing['large']> {
  const { backend } = await openOurBackend(context, 'sealing_large')
  const tree = createTreeStore(backend.projector, backend.sealed.storeId)
  const startedMs = performance.now()
  for (let from = await tree.state(); from.size < TREE_LEAVES;) {
    const count = Math.min(LEAVES_AT_ONCE, TREE_LEAVES - from.size)
    const leaves = Array.from({ length: count }, (_, nth) => ({
      hash: leafHash(Buffer.from(String(from.size + nth))),
      position: positionOf(BigInt(from.size + nth + 1)),
    }))
    const size = from.size + count
    const to = { ...from, size, changesEnd: size, position: positionOf(BigInt(size)) }
    await tree.extend(from, { leaves, to, found: { seals: [], keys: [] } })
    from = to
    if (size % (16 * LEAVES_AT_ONCE) === 0) context.say(`a tree of ${numberText(size)} leaves`)
  }
  return { tree, seconds: (performance.now() - startedMs) / 1_000 }
}

const variantOf = (seals: number): string => `verify ${seals}`

/** Once: the last one takes minutes, and its memory is the same each time. */
async function verifyAll(context: BenchContext): Promise<Sealing['verified']> {
  const verified = new Map<string, Figures>()
  for (const seals of VERIFIED_SEALS) {
    const figures = await measureVerifying(seals)
    verified.set(variantOf(seals), figures)
    context.say(
      `${numberText(seals)} seals verified in ${figures.seconds!.toFixed(1)} s, ${figures.mib!.toFixed(1)} MiB`,
    )
  }
  return verified
}

const appendFor = ({ sealer, nextTap }: Sealing, ms: number) =>
  workInFlight(
    () => {
      const { stream, event } = nextTap()
      return sealer.log.append(stream, 'noStream', [event])
    },
    { inFlight: IN_FLIGHT, ms },
  )

/** @returns the leaves of the tree afterwards */
async function sealAll({ sealer }: Sealing): Promise<number> {
  for (;;) {
    const { isAtHead, isSealed, head } = await sealNext(sealer)
    if (isAtHead && !isSealed) return head.size
  }
}

async function measureAppends(sealing: Sealing, isSealed: boolean): Promise<Figures> {
  await sealAll(sealing)
  const troubles: Error[] = []
  const running = isSealed
    ? startSealer({
        ...sealing.sealer,
        monotonicMs: () => performance.now(),
        onTrouble: (error) => troubles.push(error),
      })
    : undefined
  const before = await sealing.sealer.tree.state()
  const { done, seconds } = await appendFor(sealing, MEASURED_MS)
  const after = await sealing.sealer.tree.state()
  await running?.stop()
  if (troubles.length > 0) throw troubles[0]!
  return { rate: done / seconds, leaves: (after.size - before.size) / seconds }
}

async function measureSealer(sealing: Sealing): Promise<Figures> {
  const { sealer, nextTap } = sealing
  const before = await sealAll(sealing)
  const taps = Array.from({ length: SEALED_EVENTS }, nextTap)
  await eachInFlight(taps, APPENDS_IN_FLIGHT, ({ stream, event }) =>
    sealer.log.append(stream, 'noStream', [event]),
  )
  const startedMs = performance.now()
  const leaves = (await sealAll(sealing)) - before
  const seconds = (performance.now() - startedMs) / 1_000
  if (leaves < SEALED_EVENTS) throw new Error(`${leaves} of ${SEALED_EVENTS} events are in the tree`)
  return { leaves: leaves / seconds }
}

async function measureProofs({ large: { tree } }: Sealing): Promise<Figures> {
  const random = createRandom(SEED)
  const { size, root } = await tree.head()
  const times: number[] = []
  for (let nth = 0; nth < PROOFS; nth += 1) {
    const place = intBelow(random, size)
    const startedMs = performance.now()
    const index = await tree.indexOf(positionOf(BigInt(place + 1)))
    const proof = await tree.hashesOf(inclusionRanges(index ?? -1, size))
    times.push(performance.now() - startedMs)
    const leaf = leafHash(Buffer.from(String(place)))
    if (rootOfInclusion(leaf, { index: place, size }, proof)?.equals(root) !== true)
      throw new Error(`the proof of leaf ${place} proves nothing`)
  }
  const { p50, p99 } = latenciesOf(times)
  return { ms: p50, p99 }
}

const MEASURES: Readonly<Record<string, (sealing: Sealing) => Promise<Figures>>> = {
  alone: (sealing) => measureAppends(sealing, false),
  sealed: (sealing) => measureAppends(sealing, true),
  sealer: measureSealer,
  proof: measureProofs,
}

const informationOf = async ({ large }: Sealing): Promise<readonly InformationTable[]> => [
  {
    head: ['the tree of the proofs', 'figure'],
    rows: [
      ['leaves', numberText(TREE_LEAVES)],
      ['made in, s', numberText(Math.round(large.seconds))],
    ],
  },
]

export const sealingPart = part<Sealing>({
  name: 'sealing',
  title: 'Sealing: what it costs, and how fast it is',
  how: `Taps of about 300 bytes, each the first event of its own stream, ${IN_FLIGHT} appends under way for ${MEASURED_MS / 1_000} s: without a sealer, and with the product's sealer in the same process. Then ${numberText(SEALED_EVENTS)} unsealed taps are read, hashed, written into the tree and signed, a seal every 4,096. Proofs are made of a tree of ${numberText(TREE_LEAVES)} leaves, ${numberText(PROOFS)} in a row, from an event's position to the hashes, and each is checked. \`verify history\` is measured once, over logs of one seal for each event that are made while they are read: its own time, and its heap after a collection, beyond that of before.`,
  peers: [],
  metrics: [
    { name: 'rate', title: 'events/s', digits: 0 },
    { name: 'leaves', title: 'leaves/s', digits: 0 },
    { name: 'ms', title: 'ms', digits: 2 },
    { name: 'p99', title: 'p99, ms', digits: 2 },
    { name: 'seconds', title: 's', digits: 1 },
    { name: 'mib', title: 'MiB', digits: 1 },
  ],
  variants: [
    { name: 'alone', title: 'appends, without a sealer' },
    { name: 'sealed', title: 'appends, sealed meanwhile' },
    { name: 'sealer', title: 'sealing a backlog' },
    { name: 'proof', title: `a proof among ${numberText(TREE_LEAVES)} leaves` },
    ...VERIFIED_SEALS.map((seals) => ({
      name: variantOf(seals),
      title: `verifying ${numberText(seals)} seals`,
    })),
  ],
  aims: [
    { title: 'appends sealed ÷ alone', metric: 'rate', of: 'sealed', by: 'alone', atLeast: 0.95 },
    { title: 'sealing a backlog, leaves/s', metric: 'leaves', of: 'sealer', atLeast: 20_000 },
    { title: 'an inclusion proof, ms', metric: 'ms', of: 'proof', atMost: 5 },
    ...VERIFIED_SEALS.map((seals) => ({
      title: `verifying ${numberText(seals)} seals, MiB`,
      metric: 'mib',
      of: variantOf(seals),
      atMost: VERIFY_MIB_MAX,
    })),
  ],
  open,
  measure: async (sealing, variant) => sealing.verified.get(variant) ?? MEASURES[variant]!(sealing),
  information: informationOf,
})
