import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const ROOT = join(import.meta.dirname, '../..')
const ROOTS = ['contracts', 'services', 'projections', 'web', 'tests', 'scripts']
const IGNORED = new Set(['node_modules', 'dist'])

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** Every source file of our own, whatever its language. */
export function sourceFiles(endings: RegExp): readonly SourceFile[] {
  const found: SourceFile[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && !IGNORED.has(entry.name)) walk(path)
      else if (entry.isFile() && endings.test(entry.name)) {
        found.push({ path: relative(ROOT, path).split(sep).join('/'), text: readFileSync(path, 'utf8') })
      }
    }
  }
  for (const root of ROOTS) walk(join(ROOT, root))
  return found
}
