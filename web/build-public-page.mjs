// Run after vite's build. Writes the page's script and font under hashed names, and the server's renderer that knows
// these names. `node web/build-public-page.mjs [folder]`
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const web = fileURLToPath(new URL('.', import.meta.url))
const out = resolve(process.argv[2] ?? join(web, '../dist'))
const assets = join(out, 'web/public-assets')
const source = (path) => join(web, 'features/public-profile', path)

async function buildScript() {
  const { metafile } = await build({
    entryPoints: { tap: source('browser/start.ts') },
    entryNames: '[name]-[hash]',
    outdir: assets,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2019',
    metafile: true,
    logLevel: 'warning',
  })
  return basename(Object.keys(metafile.outputs)[0])
}

async function copyFont() {
  const require = createRequire(import.meta.url)
  const bytes = await readFile(
    require.resolve('@fontsource-variable/host-grotesk/files/host-grotesk-latin-wght-normal.woff2'),
  )
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  const name = `host-grotesk-latin-${hash}.woff2`
  await writeFile(join(assets, name), bytes)
  return name
}

async function buildRenderer(script, font) {
  const names = { scriptPath: `/public-assets/${script}`, fontPath: `/public-assets/${font}` }
  await build({
    entryPoints: { 'public-page': source('server-entry.ts') },
    outdir: join(out, 'server'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    // Bundles React's production build, whatever NODE_ENV is at run time.
    define: { PUBLIC_PAGE_ASSETS: JSON.stringify(names), 'process.env.NODE_ENV': '"production"' },
    // React's server build calls require() for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
}

await rm(assets, { recursive: true, force: true })
await mkdir(assets, { recursive: true })
const [script, font] = await Promise.all([buildScript(), copyFont()])
await buildRenderer(script, font)
