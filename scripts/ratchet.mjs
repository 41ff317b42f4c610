/** `npm run check:ratchet`: counts that may only fall. `--write` stores lower ones; a rise is written by hand. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './ready.mjs'

const STORE = join(ROOT, 'scripts/ratchet.json')
const FLOWS = join(ROOT, 'docs/flows.json')
const LINE_SIGNS = 120

const FRAGMENT =
  /^\s*(?:\/\*\*|\*|\/\/)\s+(?:Of|What|Who|Whose|Whoever|Whatever|Whichever|Those|Its|As many|As much|Where|Told|Asked|Kept|Said|Seen|Else)\s/gm
const PARTICIPLE = /\b(?:asked|seen|said|told|known|found|kept|given)\b/g

const isCode = (file) => /\.(ts|tsx|m?js|css|sql)$/.test(file)
const isTest = (file) =>
  /\.test\.tsx?$|\.story\.tsx?$|\.contract\.ts$|(^|\/)(testing|tests|contract)\//.test(file)
const read = (file) => readFileSync(join(ROOT, file), 'utf8')
const filledLines = (text) => text.split('\n').filter((line) => line.trim() !== '')

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => isCode(file) && existsSync(join(ROOT, file)))
  .map((file) => ({ file, text: read(file) }))
const tests = files.filter(({ file }) => isTest(file))
const product = files.filter(({ file }) => !isTest(file))
const sheets = product.filter(({ file }) => file.endsWith('.css'))
const contracts = product.filter(({ file }) => file.startsWith('contracts/'))

const lines = (among) => among.reduce((sum, { text }) => sum + filledLines(text).length, 0)
const count = (among, pattern) => among.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)

const counts = {
  'product lines': lines(product),
  'product files': product.length,
  'product characters': product.reduce((sum, { text }) => sum + text.length, 0),
  'product lines over 120 signs': product
    .flatMap(({ text }) => filledLines(text))
    .filter((line) => line.length > LINE_SIGNS).length,
  'test lines': lines(tests),
  'test files': tests.length,
  'CSS lines': lines(sheets),
  'style sheets': sheets.length,
  calls: count(contracts, /= call\(\{/g),
  'event types': count(contracts, /defineEvent\(\{/g),
  'Deps interfaces': count(product, /^(?:export )?(?:interface|type) \w*Deps\b/gm),
  'loops over the log': count(product, /\.readAll\(/g),
  'functions that return a log': count(product, /\): (?:Promise<)?Event(?:Store|Log)\b/g),
  'lock numbers': count(product, /\b7_?20\d_?\d{3}\b/g),
  'LRU caches': count(product, /new LRUCache\b/g),
  'import lines': count(product, /^(?:import\b|} from ')/gm),
  'comment fragments': count(product, FRAGMENT),
  'participles as names': count(product, PARTICIPLE),
  'promises that fall short': count([{ text: read('docs/promises.md') }], /_Falls short/g),
  'words of docs': execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))
    .reduce((sum, file) => sum + read(file).split(/\s+/).filter(Boolean).length, 0),
}
/** Files that a newcomer reads to understand a flow: `{ "tap": ["web/…/tap.ts", …], … }`. */
const flows = JSON.parse(readFileSync(FLOWS, 'utf8'))
for (const [flow, list] of Object.entries(flows)) {
  const missing = list.filter((file) => !existsSync(join(ROOT, file)))
  if (missing.length > 0) throw new Error(`docs/flows.json, ${flow}: no such file: ${missing.join(', ')}`)
  counts[`flow ${flow}: files`] = list.length
  counts[`flow ${flow}: lines`] = list.reduce((sum, file) => sum + filledLines(read(file)).length, 0)
}

const before = existsSync(STORE) ? JSON.parse(readFileSync(STORE, 'utf8')) : counts
for (const [name, value] of Object.entries(counts))
  console.log(String(value).padStart(8), name, value === before[name] ? '' : `(${before[name] ?? 'new'})`)
const risen = Object.entries(counts).filter(([name, value]) => value > (before[name] ?? Infinity))
if (process.argv.includes('--write')) {
  const lowest = Object.entries(counts).map(([name, value]) => [name, Math.min(value, before[name] ?? value)])
  writeFileSync(STORE, `${JSON.stringify(Object.fromEntries(lowest), null, 2)}\n`)
}
if (risen.length > 0) {
  console.error(`Risen: ${risen.map(([name, value]) => `${name} ${before[name]} → ${value}`).join(', ')}`)
  process.exitCode = 1
}
