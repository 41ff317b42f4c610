import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startChild } from '../product/child.ts'
import type { BenchContext } from '../part.ts'

export interface OpsRun {
  readonly seconds: number
  /** Seconds from the start of the command to the line. */
  readonly lines: readonly { readonly text: string; readonly seconds: number }[]
}

const LOOK_EVERY_MS = 25

export async function runOps(
  { productDist, ownDist, folder, closing }: BenchContext,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<OpsRun> {
  const startedMs = performance.now()
  const secondsSince = (): number => (performance.now() - startedMs) / 1_000
  const child = startChild(join(productDist, 'ops.js'), { ownDist, cwd: folder, args, env })
  closing.add(child.stop)
  const lines: { text: string; seconds: number }[] = []
  const look = (): void => {
    const output = child.output().split('\n')
    for (const text of output.slice(lines.length, -1)) lines.push({ text, seconds: secondsSince() })
  }
  let code: number | null | undefined
  const ended = child.ended.then((found) => {
    code = found
  })
  while (code === undefined) {
    await Promise.race([ended, pause(LOOK_EVERY_MS)])
    look()
  }
  if (code !== 0) throw new Error(`ops ${args.slice(0, 2).join(' ')} ended with ${code}: ${child.output()}`)
  return { seconds: secondsSince(), lines }
}

const BUILDING = /Reconstruyendo (\S+) para comparar/

export function buildSeconds({ lines, seconds }: OpsRun): Readonly<Record<string, number>> {
  const begun = lines.flatMap((line) => {
    const name = BUILDING.exec(line.text)?.[1]
    return name === undefined ? [] : [{ name, seconds: line.seconds }]
  })
  return Object.fromEntries(
    begun.map(({ name, seconds: from }, index) => [name, (begun[index + 1]?.seconds ?? seconds) - from]),
  )
}
