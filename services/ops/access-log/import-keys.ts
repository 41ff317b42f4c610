import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'

const PREFIX = 'import-source-'

/** Each source has a key in the vault, which hashes its visitors. */
export const importedVisitorKeyOf = (
  keys: Pick<SubjectKeys, 'forWriting'>,
  source: string,
): Promise<Buffer> => keys.forWriting(`${PREFIX}${source}`)

export async function hasImports({ app: db }: Pick<Backend, 'app'>): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from vault.subject_keys where subject ^@ $1 limit 1', [
    PREFIX,
  ])
  return rowCount === 1
}
