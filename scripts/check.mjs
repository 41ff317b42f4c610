import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from './ready.mjs'

/** `npm run check`: all of it, even after a failure. Formatting takes one processor as long as the rest takes another. */

const LANES = [
  ['check:format', 'check:ratchet'],
  ['check:types', 'check:lint', 'check:unused'],
]

async function run(name) {
  const startMs = performance.now()
  const child = spawn('npm', ['run', '--silent', name], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = await once(child, 'close')
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(0)
  console.log(
    `${name}: ${code === 0 ? 'passed' : 'FAILED'} (${seconds} s)\n${code === 0 ? '' : output}`.trimEnd(),
  )
  return code === 0
}

async function runAll(names) {
  const results = []
  for (const name of names) results.push(await run(name))
  return results.every(Boolean)
}

const passed = await Promise.all(LANES.map(runAll))
process.exitCode = passed.every(Boolean) ? 0 : 1
