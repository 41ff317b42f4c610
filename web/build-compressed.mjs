// Run last. Writes brotli beside each file of the client that gains by it. `node web/build-compressed.mjs [folder]`
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const web = fileURLToPath(new URL('.', import.meta.url))
const out = join(resolve(process.argv[2] ?? join(web, '../dist')), 'web')
/** Pictures and fonts are compressed already, documents once the server has put its address in. */
const TEXTS = ['.css', '.js', '.json', '.svg', '.webmanifest']
const WORTH_BYTES = 200

async function compress(path) {
  const bytes = await readFile(path)
  if (bytes.length < WORTH_BYTES) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }))
}

const names = await readdir(out, { recursive: true })
await Promise.all(
  names
    .filter((name) => TEXTS.includes(extname(name)) && !name.startsWith('.vite'))
    .map((name) => compress(join(out, name))),
)
