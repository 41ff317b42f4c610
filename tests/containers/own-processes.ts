import { readdir, readFile } from 'node:fs/promises'

const NO_PROCESS: readonly string[] = []

const argumentsOf = async (pid: string): Promise<readonly string[]> => {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text === '' ? NO_PROCESS : text.split('\0')
}

const processes = async (): Promise<readonly string[]> =>
  (await readdir('/proc')).filter((name) => /^\d+$/.test(name))

async function processesWhere(holds: (args: readonly string[]) => boolean): Promise<readonly number[]> {
  const found: number[] = []
  for (const pid of await processes()) {
    if (Number(pid) !== process.pid && holds(await argumentsOf(pid))) found.push(Number(pid))
  }
  return found
}

/** Processes with the folder in their arguments, as an engine's parts have it. */
export const processesIn = (folder: string): Promise<readonly number[]> =>
  processesWhere((args) => args.some((arg) => arg.includes(`${folder}/`)))

export const runningEngines = (): Promise<readonly number[]> =>
  processesWhere(([program = '']) => /(?:^|\/)dockerd$/.test(program))
