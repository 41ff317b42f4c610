import { readFileSync } from 'node:fs'
import { codeOf } from '@app/contracts/start-error.ts'

/** Is this process there? A zombie is not: it holds nothing any more, it only waits to be counted by its parent. */
export function isAlive(pid: number): boolean {
  return statOf(pid)?.state !== 'Z' && isNumberTaken(pid)
}

/** Does the system still know a process of this number, be it only a zombie? */
export function isNumberTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Tells a process from a later one with the same pid, by when it started in which boot.
 * Undefined where the system does not say (only Linux does here).
 */
export function processIdentity(pid: number): string | undefined {
  const stat = statOf(pid)
  if (!stat) return undefined
  return `${readText('/proc/sys/kernel/random/boot_id').trim()}:${stat.startTicks}`
}

function statOf(pid: number): { state: string; startTicks: string } | undefined {
  const text = readText(`/proc/${pid}/stat`)
  // The name in parentheses may hold blanks and parentheses itself: count fields from behind its last one.
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
