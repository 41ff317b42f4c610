import { inTransaction } from '@app/services/platform/postgres/in-transaction.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { ReadSide } from './read-side.ts'

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Relation Name'?: string
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const touchedBy = (node: PlanNode, of: string | undefined): number => {
  const table = node['Relation Name']
  const isMeant = table !== undefined && (of === undefined || table === of)
  const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
  return (node.Plans ?? []).reduce((sum, part) => sum + touchedBy(part, of), isMeant ? own : 0)
}

export async function rowsTouched<Answer>(
  side: ReadSide,
  query: (rows: SealedRows) => Promise<Answer>,
  table?: string,
): Promise<{ readonly answer: Answer; readonly touched: number }> {
  const { db, seals } = side.sealedRows()
  return inTransaction(db, async (client) => {
    await client.query('set local enable_seqscan = off')
    const statements: (readonly [text: string, values: unknown[]])[] = []
    const noting = {
      query: (
        asked: string | { readonly text: string; readonly values?: unknown[] },
        values: unknown[] = [],
      ) => {
        const [text, given] = typeof asked === 'string' ? [asked, values] : [asked.text, asked.values ?? []]
        statements.push([text, given])
        return client.query(text, given)
      },
    }
    const answer = await query({ db: noting as unknown as SealedRows['db'], seals })
    if (statements.length === 0) throw new Error('the query asked nothing of the database')
    let touched = 0
    for (const [text, values] of statements) {
      const explained = `explain (analyze, format json) ${text}`
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explained, values)
      touched += touchedBy(rows[0]!['QUERY PLAN'][0].Plan, table)
    }
    return { answer, touched }
  })
}
