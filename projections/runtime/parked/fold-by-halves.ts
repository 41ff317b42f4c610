import { inSavepoint } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import type { RowSeals } from '../../row-seals.ts'
import type { BuildTransaction, Projection } from '../projection.ts'
import { parkedCause, refused, WAITS, type HeldSubjects, type Parked, type ReadEvent } from './sort-out.ts'

export interface OpenFold {
  /** In a transaction whose `search_path` is the build's schema. */
  readonly client: pg.PoolClient
  readonly projection: Projection
  readonly seals: RowSeals | undefined
  readonly isSkipped: HeldSubjects['isSkipped']
}

/**
 * The whole batch at once; if the database refuses it, its halves, until the bad event stands alone and is parked.
 * @param isSet the transaction has a savepoint right before the facts
 */
export async function foldByHalves(
  { client, projection, seals, isSkipped }: OpenFold,
  facts: readonly ReadEvent[],
  isSet = false,
): Promise<Parked[]> {
  const tx = transactionOn(client, seals)
  const blocked = new Set<string>()
  const projected = (some: readonly ReadEvent[]) => (): Promise<void> =>
    projection.project(
      tx,
      some.map(({ fact }) => fact),
    )

  async function halves(some: readonly ReadEvent[]): Promise<Parked[]> {
    const middle = Math.ceil(some.length / 2)
    // One after the other: the second half must know the subjects parked in the first.
    return [...(await part(some.slice(0, middle))), ...(await part(some.slice(middle)))]
  }
  async function part(some: readonly ReadEvent[]): Promise<Parked[]> {
    const waiting = some.filter(({ subject }) => blocked.has(subject))
    const free = some.filter(({ subject }) => !blocked.has(subject))
    const parked = waiting.map(({ event, subject }) => ({ event, subject, error: WAITS }))
    const [first] = free
    const error = first && (await refusedCause(() => inSavepoint(client, projected(free))))
    if (first === undefined || error === undefined) return parked
    if (free.length > 1) return [...parked, ...(await halves(free))]
    const { event, subject } = first
    return [...parked, await refused({ event, subject, error }, { blocked, isSkipped })]
  }

  if ((await refusedCause(() => inSavepoint(client, projected(facts), isSet))) === undefined) return []
  return halves(facts)
}

/** SQL states of data that cannot be stored. Others (a lost connection, a full disk, a lock) are no event's fault. */
const DATA_STATE = /^2[23]/
const isEventsFault = (error: unknown): boolean => {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? DATA_STATE.test(code) : error instanceof Error
}

/** The fault of an event. Other errors are thrown. */
async function refusedCause(work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!isEventsFault(error)) throw error
    return parkedCause(error)
  }
}

/** Statements by their texts, so that a connection parses and plans each of them once. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `fold-${names.size}`
  names.set(text, name)
  return name
}

const transactionOn = (client: pg.PoolClient, seals: RowSeals | undefined): BuildTransaction => ({
  seals,
  query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
    (await client.query<Row>({ name: nameOf(text), text, values: [...values] })).rows,
})
