// Run after vite's build. Writes the page's script, font and renderer. `node web/build-public-page.mjs [folder]`
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const web = fileURLToPath(new URL('.', import.meta.url))
const out = resolve(process.argv[2] ?? join(web, '../dist'))
const assets = join(out, 'web/public-assets')
const source = (path) => join(web, 'features/public-page', path)

const SCRIPT = { bundle: true, minify: true, format: 'iife', target: 'es2019', logLevel: 'warning' }

/** @returns the hashed name of a script or style sheet */
async function buildFile(name, path) {
  const { metafile } = await build({
    ...SCRIPT,
    entryPoints: { [name]: source(path) },
    entryNames: '[name]-[hash]',
    outdir: assets,
    metafile: true,
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

async function buildRenderer({ script, later, font }) {
  const names = {
    scriptPath: `/public-assets/${script}`,
    laterPath: `/public-assets/${later}`,
    fontPath: `/public-assets/${font}`,
  }
  await build({
    entryPoints: { 'public-page': source('render.tsx') },
    outdir: join(out, 'server'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
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
const [script, later, font] = await Promise.all([
  buildFile('tap', 'browser/start-page.ts'),
  buildFile('later', 'styles/later.css'),
  copyFont(),
])
await buildRenderer({ script, later, font })
