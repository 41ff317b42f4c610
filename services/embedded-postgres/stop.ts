import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './binaries.ts'
import { isAlive } from '@app/observability/process-facts.ts'
import { codeOf } from '@app/contracts/start-error.ts'

/** Fast, immediate (recovers at the next start) and kill; ten seconds in all. */
const STEPS: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 8_000],
  ['SIGQUIT', 1_500],
  ['SIGKILL', 500],
]
const LOOK_EVERY_MS = 20

export async function stopPostmaster(
  pid: number,
  binaries: PostgresBinaries,
  cluster: string,
): Promise<void> {
  if (process.platform === 'win32') return stopOnWindows(binaries, cluster)
  for (const [signal, ms] of STEPS) {
    if (!sendSignal(pid, signal)) return
    if (await isGoneWithin(pid, ms)) return
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false
    throw error
  }
}

async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  for (let waited = 0; waited < ms; waited += LOOK_EVERY_MS) {
    if (!isAlive(pid)) return true
    await pause(LOOK_EVERY_MS)
  }
  return !isAlive(pid)
}

async function stopOnWindows(binaries: PostgresBinaries, cluster: string): Promise<void> {
  await promisify(execFile)(binaries.pg_ctl, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '10'])
}
