import { expect } from 'vitest'
import { startProgram, type ProgramOptions } from './program.ts'

/** What an order of `ops` printed. It must end well, and tell nothing else than the security log. */
export async function runOps(options: ProgramOptions, ...args: readonly string[]): Promise<string> {
  const ops = startProgram('ops', args, options)
  const ended = await ops.ended
  const errors = ops.errors().replace(/^\{"level":40,.*"security":.*\}\n/gm, '')
  expect([ended, errors]).toEqual([0, ''])
  return ops.output()
}
