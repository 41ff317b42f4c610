import { findRunningPostgres } from '@app/services/product/embedded-postgres/cluster.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { processesOn } from './product-process.ts'
import { startProgram } from './program.ts'
import { WAIT_MS_MAX } from '../wait-limit.ts'

/** A start that must fail: one clear Spanish line on the error output, code 1, nothing left running. */
export async function refusedStart(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const before = findRunningPostgres(dataDir)
  const program = startProgram('standalone', [], { dataDir, env })
  const patience = new AbortController()
  const tooLong = pause(WAIT_MS_MAX, 'still running' as const, patience)
  expect(await Promise.race([program.ended, tooLong.catch(() => undefined)])).toBe(1)
  patience.abort()
  expect(program.output()).not.toContain('╯')
  expect(program.errors().trimEnd().split('\n')).toHaveLength(1)
  expect(program.errors()).not.toMatch(/Error:|\bat .*:\d+:\d+|node:internal/)
  if (before === undefined) expect(await processesOn(dataDir)).toEqual([])
  else expect(findRunningPostgres(dataDir)).toEqual(before)
  return program.errors().trimEnd()
}
