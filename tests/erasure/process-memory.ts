import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const PAGE_BYTES = 4_096

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended meanwhile
  }
}

/** In bytes; 0 once the process has ended. Linux only. */
const residentBytes = (pid: number): number =>
  Number(textOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES

const childrenNamed = (parent: number, name: string): readonly number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      const stat = textOf(`/proc/${pid}/stat`)
      // The name in parentheses may hold blanks and parentheses: count fields after the last one.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(fields[1]) === parent && textOf(`/proc/${pid}/cmdline`).includes(name)
    })

interface ProductMemory {
  readonly api: number
  readonly images: number
}

export const memoryOfProduct = (pid: number): ProductMemory => ({
  api: residentBytes(pid),
  images: childrenNamed(pid, 'image-child').reduce((sum, child) => sum + residentBytes(child), 0),
})

/** Peaks of each process and of both together, sampled until the work is done. */
export async function memoryDuring<Result>(
  pid: number,
  everyMs: number,
  work: Promise<Result>,
): Promise<{ readonly result: Result; readonly max: ProductMemory & { readonly both: number } }> {
  let max = { api: 0, images: 0, both: 0 }
  let isDone = false
  const done = work.finally(() => (isDone = true))
  done.catch(() => undefined)
  while (!isDone) {
    const { api, images } = memoryOfProduct(pid)
    max = {
      api: Math.max(max.api, api),
      images: Math.max(max.images, images),
      both: Math.max(max.both, api + images),
    }
    await pause(everyMs)
  }
  return { result: await done, max }
}
