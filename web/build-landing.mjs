// Run after vite's build. Renders pages that are painted before any script. `node web/build-landing.mjs [folder]`
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const web = fileURLToPath(new URL('.', import.meta.url))
const out = resolve(process.argv[2] ?? join(web, '../dist'))
/** Replaced by the server, which alone knows the installation's address. */
const PUBLIC_URL = '__PUBLIC_URL__'
const ENTRY = 'app/landing/main.tsx'
const FONT = /host-grotesk-latin-wght/

/** The chunks of a module and of all that it imports at once, each after those that it imports. */
function chunksOf(manifest, name, chunks = new Set()) {
  for (const imported of manifest[name].imports ?? []) chunksOf(manifest, imported, chunks)
  return chunks.add(manifest[name])
}

async function builtAssets() {
  const manifest = JSON.parse(await readFile(join(out, 'web/.vite/manifest.json'), 'utf8'))
  const addressOf = (file) => `/${file}`
  const chunks = [...chunksOf(manifest, ENTRY)]
  const sheets = chunks.flatMap(({ css }) => css ?? [])
  const font = Object.keys(manifest).find((name) => FONT.test(name))
  return {
    scripts: chunks.map(({ file }) => addressOf(file)),
    css: (await Promise.all(sheets.map((file) => readFile(join(out, 'web', file), 'utf8')))).join(''),
    font: addressOf(manifest[font].file),
  }
}

async function loadPrerender() {
  const outfile = join(out, 'server/landing-prerender.mjs')
  await build({
    entryPoints: [join(web, 'app/landing/prerender.tsx')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    // As in the browser, where the same markup has to come out.
    define: { 'process.env.NODE_ENV': '"production"' },
    // React's server build calls require() for Node's own modules.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
  const { prerenderedPages } = await import(pathToFileURL(outfile).href)
  await rm(outfile)
  return prerenderedPages
}

const pages = join(out, 'pages')
await mkdir(pages, { recursive: true })
const prerenderedPages = await loadPrerender()
for (const { page, html } of prerenderedPages(await builtAssets(), new Date().getFullYear(), PUBLIC_URL))
  await writeFile(join(pages, `${page}.html`), html)
