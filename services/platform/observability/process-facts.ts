import { readFileSync } from 'node:fs'
import { codeOf } from '@app/contracts/start-error.ts'

/** A zombie counts as dead, because it has no resources. */
export function isAlive(pid: number): boolean {
  return statOf(pid)?.state !== 'Z' && isNumberTaken(pid)
}

/** True even for a zombie. */
export function isNumberTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** From boot id and start time, so that a reused pid gives another text. Undefined outside Linux. */
export function processIdentity(pid: number): string | undefined {
  const stat = statOf(pid)
  if (!stat) return undefined
  return `${readText('/proc/sys/kernel/random/boot_id').trim()}:${stat.startTicks}`
}

function statOf(pid: number): { state: string; startTicks: string } | undefined {
  const text = readText(`/proc/${pid}/stat`)
  // The name in parentheses may contain blanks and parentheses, so fields are counted after the last one.
  const [state, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const startTicks = fields[18]
  return state && startTicks ? { state, startTicks } : undefined
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const LOOK_EVERY_MS = 5

/** Needs a free event loop. Used because no limit of the OS works everywhere. */
export function watchMemory(bytesMax: number, onMore: () => void): void {
  const look = setInterval(() => {
    if (process.memoryUsage.rss() <= bytesMax) return
    clearInterval(look)
    onMore()
  }, LOOK_EVERY_MS)
}
