import { importAccessLog, type Import, type ImportDeps, type Imported } from '../access-log/import-log.ts'
import type { InstalledProduct } from './installed-product.ts'
import { MAP } from './log-lines.ts'

export function importInto(
  { deps, ownerId }: InstalledProduct,
  file: string,
  given: Partial<Import> = {},
  other: Partial<ImportDeps> = {},
): Promise<Imported> {
  const signal = new AbortController().signal
  const rejectedFile = `${file}.rejected`
  const job = { file, map: MAP, source: 'access-log', ownerId, rejectedFile, signal, ...given }
  return importAccessLog({ ...deps, ...other }, job)
}
