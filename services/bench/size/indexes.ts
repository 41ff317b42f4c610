import type pg from 'pg'

interface Dropped {
  readonly drop: string
  readonly make: string
}

const INDEXES = `
select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
from pg_constraint where conrelid = $1::regclass and contype = 'u'
union all
select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
from pg_index i where indrelid = $1::regclass and not indisprimary
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
`

/** Makes the indexes afterwards: random keys would write them page by page. */
export async function withoutIndexes<Result>(
  client: pg.Client,
  table: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { rows } = await client.query<Dropped>(INDEXES, [table])
  for (const { drop } of rows) await client.query(drop)
  const result = await work()
  for (const { make } of rows) await client.query(make)
  return result
}
