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
 * The whole batch at once; if the database refuses it, event by event, and the bad ones are parked. A batch of 5,000 then
 * takes a quarter of a minute (estimated).
 * @param isSet the transaction has a savepoint right before the facts
 */
export async function foldOrPark(
  { client, projection, seals, isSkipped }: OpenFold,
  facts: readonly ReadEvent[],
  isSet = false,
): Promise<Parked[]> {
  const tx = transactionOn(client, seals)
  const refusal = (some: readonly ReadEvent[], isSetHere = false): Promise<string | undefined> => {
    const work = () =>
      projection.project(
        tx,
        some.map(({ fact }) => fact),
      )
    return refusedCause(() => inSavepoint(client, work, isSetHere))
  }
  if ((await refusal(facts, isSet)) === undefined) return []
  const parked: Parked[] = []
  const blocked = new Set<string>()
  for (const one of facts) {
    const { event, subject } = one
    if (blocked.has(subject)) {
      parked.push({ event, subject, error: WAITS })
      continue
    }
    const error = await refusal([one])
    if (error !== undefined) parked.push(await refused({ event, subject, error }, { blocked, isSkipped }))
  }
  return parked
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
