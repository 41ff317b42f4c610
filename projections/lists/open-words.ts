import type { RowSeals } from '@app/services/kernel/row-seals.ts'

interface WordedRow {
  readonly subject: string
  readonly words: string | null
}

export interface OpenedWords<Words> {
  /** Undefined once the person's key is destroyed, and while they are frozen. */
  readonly words: Words | undefined
  readonly isBlocked: boolean
}

/** Words of a table's rows, in the order of the rows. */
export async function openWords<Words>(
  seals: Pick<RowSeals, 'of'>,
  table: string,
  rows: readonly WordedRow[],
): Promise<readonly OpenedWords<Words>[]> {
  const sealer = await seals.of([...new Set(rows.map(({ subject }) => subject))])
  return rows.map(({ subject, words }) => ({
    words: sealer.open({ subject, column: `${table}.words` }, words) as Words | undefined,
    isBlocked: sealer.isBlocked(subject),
  }))
}
