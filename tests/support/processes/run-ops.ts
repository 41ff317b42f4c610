import { expect } from 'vitest'
import { startProgram, type ProgramOptions } from './program.ts'

/** Output of an `ops` command, which must succeed and write only the security log to its error output. */
export async function runOps(options: ProgramOptions, ...args: readonly string[]): Promise<string> {
  const ops = startProgram('ops', args, options)
  const ended = await ops.ended
  const errors = ops.errors().replace(/^\{"level":40,.*"security":.*\}\n/gm, '')
  expect([ended, errors]).toEqual([0, ''])
  return ops.output()
}
