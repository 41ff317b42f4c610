import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareClone, ROOT } from './ready.mjs'

/** `npm run test:all [-- LANE …]`: the lanes one after the other, each alone on the machine. */

const LANES = ['faults', 'stores', 'browsers', 'long', 'nodes', 'containers']
const [, imageNode = ''] =
  /^ARG NODE_IMAGE=node:([\d.]+)/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')) ?? []
/** The Node of the image, from npm; it is no dependency, because it has 120 MB. */
const NPM_EXEC = ['exec', '--yes', `--package=node@${imageNode}`, '--', 'node']

const named = process.argv.slice(2)
const unknown = named.filter((name) => !LANES.includes(name))
if (unknown.length > 0) {
  console.error(`no such lane: ${unknown.join(', ')}. There are ${LANES.join(', ')}.`)
  process.exit(2)
}
await prepareClone({ build: true })
const results = (named.length > 0 ? named : LANES).map((lane) => {
  console.log(`\n== ${lane}`)
  const startMs = performance.now()
  const [program, ...args] = commandOf(lane)
  const { status } = spawnSync(program, args, { cwd: ROOT, stdio: 'inherit' })
  return { lane, isGreen: status === 0, minutes: (performance.now() - startMs) / 60_000 }
})
console.log()
for (const { lane, isGreen, minutes } of results)
  console.log(`${lane.padEnd(10)} ${minutes.toFixed(1).padStart(5)} min  ${isGreen ? 'passed' : 'FAILED'}`)
process.exitCode = results.every(({ isGreen }) => isGreen) ? 0 : 1

/** @param {string} lane @returns {[string, ...string[]]} */
function commandOf(lane) {
  // The lane of containers starts its Docker engine first.
  if (lane === 'containers') return ['npm', ...NPM_EXEC, '--import', 'tsx', 'tests/containers/run.ts']
  if (lane === 'nodes') return ['npm', ...NPM_EXEC, 'scripts/test.mjs']
  return [process.execPath, 'scripts/test.mjs', `--lane=${lane}`]
}
