import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepareClone, ROOT } from './ready.mjs'
import { isBuilt } from './stamps.mjs'

/** Beside the sources: the peers are installed for that workspace only, and are found from there. */
const OWN_DIST = join(ROOT, 'services/bench/dist')

/**
 * Our workspaces go into the bundle, all other packages stay where npm put them; but for Kysely, whose 300 small files
 * take a start longer to find than to run.
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
if (!isBuilt(ROOT)) throw new Error('The build is not that of these sources: somebody is changing them.')
await bundle()
process.setSourceMapsEnabled(true)
const { bench } = await import(pathToFileURL(join(OWN_DIST, 'main.js')).href)
process.exit(await bench({ root: ROOT, ownDist: OWN_DIST, args: process.argv.slice(2) }))

/** As the product's programs are: our own code in one file, so that it runs as it does there. */
async function bundle() {
  const { build } = await import('esbuild') // here, not above: it may have been installed just now
  /** @type {import('esbuild').BuildOptions} */
  const shared = { absWorkingDir: ROOT, bundle: true, platform: 'node', target: 'node20', sourcemap: true }
  const names = ['main', 'peers/no-op-server', 'peers/smtp-sink', 'product/cpu-reporter', 'load/attackers']
  const entryPoints = Object.fromEntries(names.map((name) => [basename(name), `services/bench/${name}.ts`]))
  await build({ ...shared, entryPoints, outdir: OWN_DIST, format: 'esm', plugins: [onlyOwnCode] })
  // Its packages are CommonJS, and found by name only from there.
  const standIn = {
    entryPoints: ['services/bench/testing/stand-in.ts'],
    outfile: join(OWN_DIST, 'stand-in.cjs'),
  }
  await build({ ...shared, ...standIn, format: 'cjs', packages: 'external' })
}
