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

export interface VerifiedView {
  readonly table: string
  readonly rows: number
  readonly differing: number
}

const ROW = /^ *(\w+) +(?<table>\w+) +[\d.]+ +(?<rows>[\d.]+) +(?<differing>[\d.]+) *$/gm
const numberOf = (figure = ''): number => Number(figure.replaceAll('.', ''))

/** Output of `npm run ops -- verify` for every table of the read models: rows, and rows that differ from rebuilt ones. */
export async function verifiedViews(options: ProgramOptions): Promise<readonly VerifiedView[]> {
  const verify = startProgram('ops', ['verify'], options)
  const code = await verify.ended
  const views = [...verify.output().matchAll(ROW)].map(({ groups = {} }) => ({
    table: groups.table ?? '',
    rows: numberOf(groups.rows),
    differing: numberOf(groups.differing),
  }))
  const differing = views.reduce((sum, view) => sum + view.differing, 0)
  if (views.length === 0 || code !== (differing === 0 ? 0 : 1))
    throw new Error(`verify ended with ${code}: ${verify.output()}\n${verify.errors()}`)
  return views
}
