import { readFileSync, readdirSync } from 'node:fs'

/** Linux reports times to programs in jiffies, always 100 a second. */
export const TICKS_A_SECOND = 100

export interface ProcessTime {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

/** Includes time stolen by other guests, but no interrupts: those are mostly our own traffic. */
export function busyTicksOf(procStat: string): number {
  const fields = /^cpu +(.*)$/m.exec(procStat)?.[1]?.split(' ').map(Number) ?? []
  const [user = 0, nice = 0, system = 0, _idle, _waiting, _irq, _softIrq, stolen = 0] = fields
  return user + nice + system + stolen
}

export function processTimeOf(procPidStat: string): ProcessTime {
  // The name in parentheses may hold blanks and parentheses: count fields after the last one.
  const fields = procPidStat.slice(procPidStat.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
  return { pid: Number.parseInt(procPidStat, 10), parent: Number(fields[1]), ticks }
}

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
    return '' // the process has ended
  }
}

const processes = (): readonly ProcessTime[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => textOf(`/proc/${pid}/stat`))
    .filter((text) => text !== '')
    .map(processTimeOf)

export const ticksOfTree = (pid: number): number => treeTicksOf(processes(), pid)

export const busyTicks = (): number => busyTicksOf(textOf('/proc/stat'))

/** Includes descendants; undefined where the system does not report it. */
export const cpuMicrosOfTree = (pid: number): number | undefined =>
  process.platform === 'linux' ? (ticksOfTree(pid) / TICKS_A_SECOND) * 1_000_000 : undefined
