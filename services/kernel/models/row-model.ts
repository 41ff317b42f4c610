import type { JsonObject, StoredEvent } from '@app/contracts/event-store.ts'
import { readEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'
import type { Columns, JsonRowOf } from '../../platform/postgres/tables/columns.ts'
import { READ_VIEWS } from '../../platform/postgres/tables/read.ts'
import { searchWordsOf, type RowSealer, type RowSeals } from './row-seals.ts'
import { ERASED, type BuildTransaction, type Projection } from './projection.ts'

type ViewName = keyof typeof READ_VIEWS
/** Columns that the runtime fills. */
type OwnColumn = 'subject' | 'words' | 'found_by'
export type RowOf<View extends ViewName> = Omit<JsonRowOf<(typeof READ_VIEWS)[View]>, OwnColumn>

export interface Fact {
  readonly key: string
  readonly event: PastEvent
  readonly stored: StoredEvent
  readonly atMs: number
  /** The person of the texts; empty where there is none. */
  readonly subject: string
}

/** Texts of people are in `words` alone, which the table holds encrypted: the fold sees them, and no erasure or freeze. */
type Worded = object & { readonly words?: object | null }

export interface RowTable<Row extends Worded> {
  readonly view: ViewName
  readonly key: keyof Row & string
  readonly indexes?: readonly string[]
  readonly personal?: {
    readonly subjectOf: (event: StoredEvent) => string
    /** Texts whose words lead a search to the row. */
    readonly foundBy?: (words: NonNullable<Row['words']>) => readonly string[]
    /** Columns of arrays that say something of the words. */
    readonly derived?: readonly (keyof Row & string)[]
    /** An erasure removes the row, and not its words alone. */
    readonly isRemoved?: true
  }
  readonly keyOf: (event: StoredEvent, seals: RowSeals) => string | undefined
  /** The row after an event; undefined removes it. An event that cannot follow throws, and is parked. */
  readonly evolve: (row: Row | undefined, fact: Fact) => Row | undefined
}

/** Hides the type of rows, so that one list has tables of all kinds. */
export const rowTable = <Row extends Worded>(table: RowTable<Row>) => table as unknown as RowTable<Worded>

/** The id behind the prefix of an event's stream; undefined where that is a stream of another kind. */
export const idBehind =
  (prefix: string) =>
  ({ stream }: StoredEvent): string | undefined =>
    stream.startsWith(prefix) ? stream.slice(prefix.length) : undefined

type RowModel = Pick<Projection, 'name' | 'version' | 'handles'> &
  Partial<Pick<Projection, 'subjectOf'>> & { readonly tables: readonly RowTable<Worded>[] }

export const rowModel = ({ tables, subjectOf = ({ stream }) => stream, ...model }: RowModel): Projection => ({
  ...model,
  handles: tables.some(({ personal }) => personal !== undefined) ? [...model.handles, ERASED] : model.handles,
  tables: tables.map(ddlOf).join('\n'),
  views: tables.map(nameOf),
  subjectOf,
  project: async (tx, events) => {
    for (const table of tables) await foldRows(tx, table, events)
  },
  forget: async (tx, subjects) => {
    for (const table of tables) if (table.personal !== undefined) await forget(tx, table, subjects)
  },
})

const nameOf = ({ view }: Pick<RowTable<Worded>, 'view'>): string => view.slice('read.'.length)
const columnsOf = ({ view }: Pick<RowTable<Worded>, 'view'>): Columns => READ_VIEWS[view]

export function ddlOf(table: {
  readonly view: ViewName
  readonly key: string
  readonly indexes?: readonly string[]
}): string {
  const [name, columns] = [nameOf(table), columnsOf(table)]
  const declared = Object.entries(columns).map(
    ([column, { type, isNullable }]) =>
      `${column} ${type}${type === 'text' ? ' collate "C"' : ''}${isNullable ? '' : ' not null'}`,
  )
  const indexes = [
    ...(table.indexes ?? []),
    ...('subject' in columns ? ['(subject)'] : []),
    ...('found_by' in columns ? ['using gin (found_by)'] : []),
  ]
  return [
    `create table ${name} (${[...declared, `primary key (${table.key})`].join(', ')});`,
    ...indexes.map((index) => `create index on ${name} ${index};`),
  ].join('\n')
}

/** Afterwards the rows are like those of a build that is made without the person's key. */
async function forget(
  tx: BuildTransaction,
  table: RowTable<Worded>,
  subjects: readonly string[],
): Promise<void> {
  const { derived = [], isRemoved } = table.personal!
  const lists = [...('found_by' in columnsOf(table) ? ['found_by'] : []), ...derived]
  const emptied = ['words = null', ...lists.map((column) => `${column} = '{}'`)].join(', ')
  const change = isRemoved ? `delete from ${nameOf(table)}` : `update ${nameOf(table)} set ${emptied}`
  await tx.query(`${change} where subject = any($1::text[])`, [subjects])
}

function foldRows(
  tx: BuildTransaction,
  table: RowTable<Worded>,
  events: readonly StoredEvent[],
): Promise<void> {
  if (tx.seals === undefined) throw new Error(`${table.view} has nothing to encrypt with`)
  const { seals } = tx
  const facts = events.flatMap((stored): readonly Fact[] => {
    const key = table.keyOf(stored, seals)
    if (key === undefined) return []
    const subject = table.personal?.subjectOf(stored) ?? ''
    return [{ key, subject, stored, event: readEvent(stored), atMs: Date.parse(stored.meta.occurredAt) }]
  })
  return foldFacts(tx, table, facts)
}

type Folded<Row extends Worded> = Pick<RowTable<Row>, 'view' | 'key' | 'personal' | 'evolve'>

interface Folding {
  readonly tx: BuildTransaction
  readonly table: Folded<Worded>
  readonly sealer: RowSealer
  readonly subjects: ReadonlyMap<string, string>
}

export async function foldFacts<Row extends Worded>(
  tx: BuildTransaction,
  declared: Folded<Row>,
  facts: readonly Fact[],
): Promise<void> {
  if (facts.length === 0) return
  const table = declared as unknown as Folded<Worded>
  const subjects = new Map(facts.map(({ key, subject }) => [key, subject]))
  const people = new Set([...subjects.values()].filter((subject) => subject !== ''))
  const folding = { tx, table, subjects, sealer: await tx.seals!.of([...people], { frozen: true }) }
  const before = await load(folding)
  const rows = new Map<string, Worded | undefined>(before)
  for (const fact of facts) rows.set(fact.key, table.evolve(rows.get(fact.key), fact))
  const gone = [...before.keys()].filter((key) => rows.get(key) === undefined)
  if (gone.length > 0)
    await tx.query(`delete from ${nameOf(table)} where ${table.key} = ${keysIn(table)}`, [gone])
  const left = [...rows].flatMap(([key, row]) => (row === undefined ? [] : [closed(folding, key, row)]))
  if (left.length > 0) await write(folding, left)
}

/** Casts the keys, not the column, so that its index is used. */
const keysIn = (table: Folded<Worded>): string => `any($1::${columnsOf(table)[table.key]!.type}[])`

async function load({ tx, table, sealer, subjects }: Folding): Promise<ReadonlyMap<string, Worded>> {
  const loaded = await tx.query<{ row: JsonObject }>(
    `select to_jsonb(t) as row from ${nameOf(table)} t where ${table.key} = ${keysIn(table)}`,
    [[...subjects.keys()]],
  )
  return new Map(
    loaded.map(({ row }) => {
      const key = row[table.key] as string
      const place = { subject: subjects.get(key)!, column: `${nameOf(table)}.words` }
      const words = typeof row.words === 'string' ? sealer.open(place, row.words) : undefined
      return [key, { ...row, words: (words as JsonObject | undefined) ?? null }]
    }),
  )
}

/** The row as the table has it. Without a key nothing is stored of a person, and no search leads to the row. */
function closed({ tx, table, sealer, subjects }: Folding, key: string, { words, ...row }: Worded): object {
  const [name, subject] = [nameOf(table), subjects.get(key)!]
  const sealed = words ? sealer.seal({ subject, column: `${name}.words` }, words as JsonObject) : null
  const texts = words && sealed !== null ? (table.personal?.foundBy?.(words as never) ?? []) : []
  return { ...row, subject, words: sealed, found_by: searchWordsOf(tx.seals!, name, texts) }
}

async function write({ tx, table }: Folding, rows: readonly object[]): Promise<void> {
  const [name, columns] = [nameOf(table), Object.keys(columnsOf(table))]
  await tx.query(
    `insert into ${name} (${columns.join(', ')})
     select ${columns.join(', ')} from jsonb_populate_recordset(null::${name}, $1)
     on conflict (${table.key}) do update set ${columns.map((one) => `${one} = excluded.${one}`).join(', ')}`,
    [JSON.stringify(rows)],
  )
}
