import { readFileSync, readdirSync } from 'node:fs'

/** Processor time as Linux tells it. */

/** Jiffies a second, as every Linux tells them to programs. */
export const TICKS_A_SECOND = 100

/** What one process has used so far, the children it has outlived included. */
export interface ProcessTime {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

/**
 * Time in which processes used the machine's cores, out of /proc/stat; what other guests took of them counts too.
 * Interrupts do not: they are mostly our own traffic, and no process is charged for them.
 */
export function busyTicksOf(procStat: string): number {
  const fields = /^cpu +(.*)$/m.exec(procStat)?.[1]?.split(' ').map(Number) ?? []
  const [user = 0, nice = 0, system = 0, _idle, _waiting, _irq, _softIrq, stolen = 0] = fields
  return user + nice + system + stolen
}

/** Out of /proc/<pid>/stat. */
export function processTimeOf(procPidStat: string): ProcessTime {
  // The name in parentheses may hold blanks and parentheses itself: count fields from behind its last one.
  const fields = procPidStat.slice(procPidStat.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
  return { pid: Number.parseInt(procPidStat, 10), parent: Number(fields[1]), ticks }
}

/** What a process and all that descend from it have used. */
export function treeTicksOf(processes: readonly ProcessTime[], root: number): number {
  const children = new Map<number, ProcessTime[]>()
  for (const one of processes) children.set(one.parent, [...(children.get(one.parent) ?? []), one])
  const below = (pid: number): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + child.ticks + below(child.pid), 0)
  return (processes.find(({ pid }) => pid === root)?.ticks ?? 0) + below(root)
}

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended in between
  }
}

const processes = (): readonly ProcessTime[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => textOf(`/proc/${pid}/stat`))
    .filter((text) => text !== '')
    .map(processTimeOf)

/** What a process and all that descend from it have used so far. Linux only. */
export const ticksOfTree = (pid: number): number => treeTicksOf(processes(), pid)

/** Time in which processes used the machine's cores so far. Linux only. */
export const busyTicks = (): number => busyTicksOf(textOf('/proc/stat'))

/** Processor time of a process and all that descend from it, in microseconds; undefined where the system does not say. */
export const cpuMicrosOfTree = (pid: number): number | undefined =>
  process.platform === 'linux' ? (ticksOfTree(pid) / TICKS_A_SECOND) * 1_000_000 : undefined
