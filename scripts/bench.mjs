import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepareClone, ROOT } from './ready.mjs'
import { isBuilt } from './stamps.mjs'

/** In the workspace, because the peers are installed only there. */
const OWN_DIST = join(ROOT, 'services/bench/dist')

/**
 * Bundles our workspaces and Kysely, whose 300 small files would slow down a start; other packages stay in
 * node_modules.
 * @type {import('esbuild').Plugin}
 */
const onlyOwnCode = {
  name: 'only-own-code',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isOwn = kind === 'entry-point' || path.startsWith('@app/') || path === 'kysely'
      return isOwn ? undefined : { path, external: true }
    })
  },
}

await prepareClone({ build: true })
if (!isBuilt(ROOT)) throw new Error('The sources changed during the build.')
await bundle()
process.setSourceMapsEnabled(true)
const { bench } = await import(pathToFileURL(join(OWN_DIST, 'main.js')).href)
process.exit(await bench({ root: ROOT, ownDist: OWN_DIST, args: process.argv.slice(2) }))

/** Bundles our code into one file, as the product's programs are. */
async function bundle() {
  const { build } = await import('esbuild') // imported late, because it may have just been installed
  /** @type {import('esbuild').BuildOptions} */
  const shared = { absWorkingDir: ROOT, bundle: true, platform: 'node', target: 'node20', sourcemap: true }
  const names = ['main', 'peers/no-op-server', 'peers/smtp-sink', 'product/cpu-reporter', 'load/attackers']
  const entryPoints = Object.fromEntries(names.map((name) => [basename(name), `services/bench/${name}.ts`]))
  await build({ ...shared, entryPoints, outdir: OWN_DIST, format: 'esm', plugins: [onlyOwnCode] })
  // Its packages are CommonJS, and resolvable only from there.
  const standIn = {
    entryPoints: ['services/bench/testing/stand-in.ts'],
    outfile: join(OWN_DIST, 'stand-in.cjs'),
  }
  await build({ ...shared, ...standIn, format: 'cjs', packages: 'external' })
}
