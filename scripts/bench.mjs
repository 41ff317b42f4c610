import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepareClone, ROOT } from './ready.mjs'
import { isBuilt, onlyOwnCode } from './build.mjs'

/** In the workspace, because the peers are installed only there. */
const OWN_DIST = join(ROOT, 'services/bench/dist')

await prepareClone({ build: true })
if (!isBuilt(ROOT)) throw new Error('The sources changed during the build.')
await bundle()
process.setSourceMapsEnabled(true)
const { bench } = await import(pathToFileURL(join(OWN_DIST, 'main.js')).href)
process.exit(await bench(process.argv.slice(2), { root: ROOT, ownDist: OWN_DIST }))

async function bundle() {
  const { build } = await import('esbuild') // imported late, because it may have just been installed
  const names = ['main', 'peers/no-op-server', 'peers/click-server']
  const entryPoints = Object.fromEntries(names.map((name) => [basename(name), `services/bench/${name}.ts`]))
  await build({
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    entryPoints,
    outdir: OWN_DIST,
    format: 'esm',
    plugins: [onlyOwnCode],
  })
}
