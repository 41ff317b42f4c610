import { randomUUID } from 'node:crypto'
import type { EventStore } from '@app/contracts/event-store.ts'
import type { PostgresEventStore } from '@event-driven-io/emmett-postgresql'
import { appendToEmmett, emmettEventOf, openEmmettLog } from '../peers/emmett-log.ts'
import type { ComingEvent } from '../load/fill-log.ts'
import { workInFlight } from '../load/in-flight.ts'
import { openOurBackend } from '../peers/our-log.ts'
import { part, type Figures, type BenchContext } from '../part.ts'
import { tapOf } from '../load/tap.ts'

const MEASURED_MS = 3_000
const WARM_UP_MS = 1_500
const IN_FLIGHT = 32

interface Append {
  readonly ours: EventStore
  readonly emmett: PostgresEventStore
  readonly nextTap: () => ComingEvent
}

async function open(context: BenchContext): Promise<Append> {
  const { backend } = await openOurBackend(context, 'append_ours')
  const ours = backend.sealed
  const { store: emmett } = await openEmmettLog(context, 'append_emmett')
  const visitorId = randomUUID()
  const append = { ours, emmett, nextTap: () => tapOf({ visitId: randomUUID(), visitorId }) }
  for (const name of Object.keys(WAYS)) await appendFor(append, name, WARM_UP_MS)
  return append
}

const appendOurs = ({ ours, nextTap }: Append): Promise<unknown> => {
  const { stream, event } = nextTap()
  return ours.append(stream, 'noStream', [event])
}
const appendEmmett = ({ emmett, nextTap }: Append): Promise<unknown> => {
  const tap = nextTap()
  return appendToEmmett(emmett, tap.stream, [emmettEventOf(tap)])
}

const WAYS: Readonly<
  Record<string, { readonly inFlight: number; readonly append: (given: Append) => Promise<unknown> }>
> = {
  ours: { inFlight: IN_FLIGHT, append: appendOurs },
  emmett: { inFlight: IN_FLIGHT, append: appendEmmett },
  'ours-alone': { inFlight: 1, append: appendOurs },
  'emmett-alone': { inFlight: 1, append: appendEmmett },
}

function appendFor(append: Append, variant: string, ms: number) {
  const way = WAYS[variant]!
  return workInFlight(() => way.append(append), { inFlight: way.inFlight, ms })
}

async function measure(append: Append, variant: string): Promise<Figures> {
  const before = await append.ours.headPosition()
  const { done, seconds } = await appendFor(append, variant, MEASURED_MS)
  const grown = Number((await append.ours.headPosition()) - before)
  const expected = variant.startsWith('ours') ? done : 0
  if (grown !== expected) throw new Error(`${expected} events were appended, but the log grew by ${grown}`)
  return { rate: done / seconds }
}

export const appendPart = part<Append>({
  name: 'append',
  title: 'Appending: durable events per second, in process',
  how: `Taps of about 300 bytes of data. Each is the first event of its own stream, and the append expects a new stream. ${IN_FLIGHT} appends are under way at any time for ${MEASURED_MS / 1_000} s. The product's Postgres event store, with its checks and its group commit, is compared with \`appendToStream\` of emmett's PostgreSQL event store. Emmett gets the same data and metadata, and is used as its documentation says (a pool of its default size, a transaction an append). Both run in one Node process, on the same server, in separate databases.`,
  peers: ['@event-driven-io/emmett-postgresql'],
  metrics: [{ name: 'rate', title: 'events/s', digits: 0 }],
  variants: [
    { name: 'ours', title: `product, ${IN_FLIGHT} under way` },
    { name: 'emmett', title: `emmett, ${IN_FLIGHT} under way` },
    { name: 'ours-alone', title: 'product, one at a time' },
    { name: 'emmett-alone', title: 'emmett, one at a time' },
  ],
  aims: [
    {
      title: `product ÷ emmett, ${IN_FLIGHT} under way`,
      metric: 'rate',
      of: 'ours',
      by: 'emmett',
      atLeast: 8,
    },
    { title: 'product ÷ emmett, one at a time', metric: 'rate', of: 'ours-alone', by: 'emmett-alone' },
  ],
  open,
  measure,
})
