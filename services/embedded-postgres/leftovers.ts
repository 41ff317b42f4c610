import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive } from '@app/observability/process-facts.ts'

/** Idle backends end by themselves without a postmaster. */
const LEAVE_MS_MAX = 1_500
const KILLED_MS_MAX = 2_000
const LOOK_EVERY_MS = 20

/** A new postmaster does not start while backends use the old one's shared memory. Only Linux lists them. */
export async function endLeftProcesses(cluster: string): Promise<void> {
  if (process.platform !== 'linux' || (await haveLeft(cluster, LEAVE_MS_MAX))) return
  // Loses nothing: acknowledged commits are in the write-ahead log.
  for (const pid of processesOf(cluster)) kill(pid)
  await haveLeft(cluster, KILLED_MS_MAX)
}

async function haveLeft(cluster: string, msMax: number): Promise<boolean> {
  for (let waited = 0; waited < msMax; waited += LOOK_EVERY_MS) {
    if (processesOf(cluster).length === 0) return true
    await pause(LOOK_EVERY_MS)
  }
  return processesOf(cluster).length === 0
}

function processesOf(cluster: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).filter((pid) => isServerProcess(pid, cluster) && isAlive(pid))
}

function isServerProcess(pid: number, cluster: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(cluster)) return false
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false // ended, or another user's
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already ended.
  }
}
