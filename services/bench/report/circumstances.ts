import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { BenchPart } from '../part.ts'
import type { BenchServer } from '../product/postgres.ts'
import type { Circumstances } from './report.ts'

const GIB = 2 ** 30

function machineOf(): string {
  const cores = cpus()
  const model = cores[0]?.model.trim() ?? ''
  const named = model === '' || model === 'unknown' ? `cores of an unnamed CPU` : model
  return `${cores.length} × ${named}, ${Math.round(totalmem() / GIB)} GiB, ${process.platform} ${process.arch}`
}

/** Peers have exact versions in package.json, so these are the installed ones. */
function versionsOf(root: string, peers: readonly string[]): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'services/bench/package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  return peers.map((name) => `${name} ${manifest.devDependencies[name] ?? 'unknown'}`)
}

export const circumstancesOf = (
  root: string,
  { peers }: Pick<BenchPart, 'peers'>,
  { version }: Pick<BenchServer, 'version'>,
  at: Date,
): Circumstances => ({
  at: `${at.toISOString().slice(0, 16)}Z`,
  machine: machineOf(),
  versions: [`Node ${process.versions.node}`, `PostgreSQL ${version}`, ...versionsOf(root, peers)],
})
