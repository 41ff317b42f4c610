import type { SubjectKeys } from '@app/vault/keys/subject-keys.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'

const PREFIX = 'import-source-'

/** The key of a source of imports, under which its visitors are hashed: made once, kept in the vault. */
export const importedVisitorKeyOf = (
  keys: Pick<SubjectKeys, 'forWriting'>,
  source: string,
): Promise<Buffer> => keys.forWriting(`${PREFIX}${source}`)

/** Whether anything was ever imported into this database. */
export async function hasImports({ app: db }: Pick<Backend, 'app'>): Promise<boolean> {
  const { rowCount } = await db.query('select 1 from vault.subject_keys where subject ^@ $1 limit 1', [
    PREFIX,
  ])
  return rowCount === 1
}
