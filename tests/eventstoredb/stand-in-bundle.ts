import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { ownFolder } from './own-folder.ts'

const MAIN = join(import.meta.dirname, 'stand-in', 'main.ts')
const GRPC_MANIFEST = createRequire(import.meta.url).resolve('@grpc/grpc-js/package.json')
/** The folder of packages, for a program in another folder. */
export const PACKAGES_FOLDER = dirname(dirname(dirname(GRPC_MANIFEST)))

let bundled: Promise<string> | undefined

/** Bundles the stand-in into one file, once a process, because it then starts three times as fast. */
export function standInProgram(): Promise<string> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<string> {
  const folder = await ownFolder()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'main.cjs')
  await build({
    entryPoints: [MAIN],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  })
  return outfile
}
