import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { BenchPart } from '../part.ts'
import type { BenchServer } from '../product/postgres.ts'
import type { Circumstances } from './report.ts'

const GIB = 2 ** 30

/** `2 × Some CPU, 24 GiB, linux x64`. */
function machineOf(): string {
  const cores = cpus()
  const model = cores[0]?.model.trim() ?? ''
  const named = model === '' || model === 'unknown' ? `cores of an unnamed CPU` : model
  return `${cores.length} × ${named}, ${Math.round(totalmem() / GIB)} GiB, ${process.platform} ${process.arch}`
}

/** Peers are pinned, so the versions that are asked for are those that are installed. */
function versionsOf(root: string, peers: readonly string[]): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'services/bench/package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  return peers.map((name) => `${name} ${manifest.devDependencies[name] ?? 'unknown'}`)
}

/** Where, when and with what a part is being measured. */
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
