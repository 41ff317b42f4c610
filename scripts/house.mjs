// What the house looks like from outside, from the files that git knows: `npm run house`.
// Rings of imports are not counted here: the linter refuses them (import/no-cycle).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const isCode = (file) => /\.(ts|tsx|mjs|css|sql)$/.test(file)
const isTest = (file) =>
  /\.test\.tsx?$|\.story\.tsx?$|\.contract\.ts$|(^|\/)(testing|tests|contract)\//.test(file)
const filled = (text) => text.split('\n').filter((line) => line.trim() !== '').length
const sum = (files, of) => files.reduce((total, { text }) => total + of(text), 0)
const quantile = (sorted, share) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0

/** Names with more places that export them than one. */
const homonyms = (files) => {
  const homes = new Map()
  const exported =
    /^export (?:default )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) +(\w+)/gm
  for (const { file, text } of files)
    for (const [, name] of text.matchAll(exported)) homes.set(name, (homes.get(name) ?? new Set()).add(file))
  return [...homes].filter(([, places]) => places.size > 1)
}

/** Files that only hand on what others export. */
const barrels = (files) =>
  files.filter(({ text }) => {
    const lines = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim()
    return lines !== '' && lines.replace(/export (type )?(\*|\{[^}]*\})[^\n]*/g, '').trim() === ''
  })

const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => isCode(file) || file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const product = files.filter(({ file }) => isCode(file) && !isTest(file))
const tests = files.filter(({ file }) => isCode(file) && isTest(file))
const docs = files.filter(({ file }) => file.endsWith('.md'))
const lengths = product.map(({ text }) => text.split('\n').length - 1).sort((a, b) => a - b)
const folders = new Map()
for (const { file } of product) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1)
const crowded = [...folders].filter(([, inside]) => inside > 20)
const names = homonyms(product)

console.log(`product: ${product.length} files, ${sum(product, filled)} lines without blanks`)
console.log(
  `lines a file: median ${quantile(lengths, 0.5)}, p90 ${quantile(lengths, 0.9)}, longest ${lengths.at(-1)}`,
)
console.log(`tests: ${tests.length} files, ${sum(tests, (text) => text.split('\n').length - 1)} lines`)
console.log(
  `docs: ${docs.length} pages, ${sum(docs, (text) => text.split(/\s+/).filter(Boolean).length)} words`,
)
console.log(
  `barrels: ${
    barrels(product)
      .map(({ file }) => file)
      .join(', ') || 'none'
  }`,
)
console.log(
  `folders over 20 files: ${crowded.map(([folder, inside]) => `${folder} ${inside}`).join(', ') || 'none'}`,
)
console.log(`exported names with two homes: ${names.length}`)
for (const [name, places] of names) console.log(`  ${name}: ${[...places].join(' ')}`)
