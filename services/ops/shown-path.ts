import { relative } from 'node:path'

/** Relative when the file is below the current folder. */
export function shownPath(file: string): string {
  const short = relative(process.cwd(), file)
  return short === '' || short.startsWith('..') ? file : short
}
