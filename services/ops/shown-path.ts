import { relative } from 'node:path'

/** A file as people would name it from here: short when it lies below this folder, whole otherwise. */
export function shownPath(file: string): string {
  const short = relative(process.cwd(), file)
  return short === '' || short.startsWith('..') ? file : short
}
